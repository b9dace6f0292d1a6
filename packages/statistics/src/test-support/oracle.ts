import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DifferenceType, Effect, Interval } from '../effect';
import type { Sums } from '../samples/sample';

interface Counted extends Sums {
  readonly count: number;
}

interface ExpectedPosterior {
  readonly level: number;
  readonly chanceToWin: number;
  readonly interval: Interval;
  readonly lossOfTreatment: number;
  readonly lossOfControl: number;
}

interface Oracle {
  readonly welch: readonly {
    readonly control: Counted;
    readonly treatment: Counted;
    readonly pValue: number;
    readonly interval: Interval;
  }[];
  readonly ratioVariance: readonly {
    readonly count: number;
    readonly numerator: Sums;
    readonly denominator: Sums;
    readonly productSum: number;
    readonly mean: number;
    readonly variance: number;
  }[];
  readonly cuped: readonly {
    readonly variants: readonly {
      readonly value: Counted;
      readonly covariate: Sums;
      readonly productSum: number;
    }[];
    readonly theta: number;
    readonly means: readonly number[];
    readonly variances: readonly number[];
  }[];
  readonly normalPosterior: readonly (ExpectedPosterior & { readonly effect: Effect })[];
  readonly logNormalPosterior: readonly (ExpectedPosterior & {
    readonly logMean: number;
    readonly logVariance: number;
  })[];
  readonly betaBinomial: readonly (ExpectedPosterior & {
    readonly control: { readonly count: number; readonly successes: number };
    readonly treatment: { readonly count: number; readonly successes: number };
    readonly difference: DifferenceType;
  })[];
  readonly sampleRatio: readonly {
    readonly observed: readonly number[];
    readonly shares: readonly number[];
    readonly expected: readonly number[];
    readonly pValue: number;
  }[];
  readonly falseDiscovery: readonly {
    readonly pValues: readonly number[];
    readonly adjusted: readonly number[];
  }[];
  readonly power: readonly {
    readonly mean: number;
    readonly variance: number;
    readonly effect: number;
    readonly units: number;
    readonly alpha: number;
    readonly ratio: number;
    readonly power: number;
  }[];
}

/** The results of SciPy, recorded by `oracle.py`. */
export function oracle(): Oracle {
  return JSON.parse(readFileSync(join(__dirname, 'oracle.json'), 'utf8')) as Oracle;
}

/**
 * Asserts that each number differs from the expected one by at most 1e-6, relative to the expected one if that is
 * above 1.
 */
export function expectNumbers(received: readonly number[], expected: readonly number[]): void {
  expect(received).toHaveLength(expected.length);
  for (const [at, wanted] of expected.entries()) {
    expect(Math.abs((received[at] ?? Number.NaN) - wanted)).toBeLessThanOrEqual(
      1e-6 * Math.max(1, Math.abs(wanted)),
    );
  }
}
