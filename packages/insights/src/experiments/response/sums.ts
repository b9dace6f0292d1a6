import type { ExperimentMetric } from '@tidemark/contracts';
import type { Rows } from '../../insight/plan';
import { asList } from '../../insight/plan';

/** A sum over units, one of the squares, and one of products with the value. */
interface Crossed {
  readonly sum: number;
  readonly sumSquares: number;
  readonly productSum: number;
}

/** The sums over the units of a variant. NaN where the sum is too large for a number. */
export interface VariantSums {
  readonly key: string;
  readonly samples: number;
  readonly sum: number;
  readonly sumSquares: number;
  /** Set for ratios and retention only. */
  readonly denominator: Crossed | null;
  /** With CUPED. */
  readonly covariate: Crossed | null;
  /** Set for funnels only: the number of units at each step. */
  readonly stepCounts: readonly number[] | null;
}

/** The sums of a variant among units with the same breakdown values. */
export interface SumsRow extends VariantSums {
  readonly shown: readonly string[];
}

/** The sums in rows of totals. @param hasCovariate whether the last list of a row is that of the covariate */
export function readSums(rows: Rows, metric: ExperimentMetric, hasCovariate: boolean): SumsRow[] {
  const { metric_type: type } = metric;
  return rows.map(([key, shown, samples, values, ...more]) => {
    const [sum = 0, sumSquares = 0] = numbersOf(values);
    const last = more[more.length - 1];
    return {
      key: String(key),
      shown: asList(shown).map(String),
      samples: Number(samples),
      sum,
      sumSquares,
      denominator: type === 'ratio' || type === 'retention' ? crossed(more[0]) : null,
      covariate: hasCovariate ? crossed(last) : null,
      stepCounts: type === 'funnel' ? numbersOf(more[0]) : null,
    };
  });
}

/** A variant without units. */
export function noSums(key: string): VariantSums {
  const none = { samples: 0, sum: 0, sumSquares: 0 };
  return { key, ...none, denominator: null, covariate: null, stepCounts: null };
}

/** Sums of one variant over several breakdown values. */
export function added([first, ...others]: readonly VariantSums[]): VariantSums | null {
  if (first === undefined) return null;
  return others.reduce(
    (one, other) => ({
      key: one.key,
      samples: one.samples + other.samples,
      sum: one.sum + other.sum,
      sumSquares: one.sumSquares + other.sumSquares,
      denominator: bothCrossed(one.denominator, other.denominator),
      covariate: bothCrossed(one.covariate, other.covariate),
      stepCounts: one.stepCounts?.map((count, at) => count + (other.stepCounts?.[at] ?? 0)) ?? null,
    }),
    first,
  );
}

function bothCrossed(one: Crossed | null, other: Crossed | null): Crossed | null {
  if (one === null || other === null) return one ?? other;
  return {
    sum: one.sum + other.sum,
    sumSquares: one.sumSquares + other.sumSquares,
    productSum: one.productSum + other.productSum,
  };
}

function crossed(list: unknown): Crossed {
  const [sum = 0, sumSquares = 0, productSum = 0] = numbersOf(list);
  return { sum, sumSquares, productSum };
}

function numbersOf(list: unknown): number[] {
  // The engine writes an infinite number as null.
  return asList(list).map((item) => (item === null ? NaN : Number(item)));
}
