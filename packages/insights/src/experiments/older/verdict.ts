import type { Belief } from '@tidemark/statistics';
import { chanceAboveAll } from '@tidemark/statistics';
import { InsightError } from '../../insight/error';

/** Why a result is significant or not. */
type SignificanceCode = 'significant' | 'not_enough_exposure' | 'low_win_probability' | 'high_loss';

/** A variant with what is believed of its value. */
export interface Judged {
  readonly key: string;
  /** The number of units that were exposed to the variant. */
  readonly units: number;
  /** The variant with the largest value is the best one. */
  readonly value: number;
  readonly belief: Belief;
}

export interface Verdict {
  /** For the control, the probability of being better than all others; for each other, of being better than the control. */
  readonly probability: Readonly<Record<string, number>>;
  readonly significant: boolean;
  readonly significance_code: SignificanceCode;
  readonly stats_version: 2;
}

const CONTROL = 'control';
const MAX_TESTS = 9;
const LEAST_UNITS = 100;
const LEAST_PROBABILITY = 0.9;
const MOST_LOSS = 0.01;
const INTERVAL = [0.025, 0.975] as const;

/**
 * The statistics of experiments before 2025 (`docs/wire/experiments.md#older-queries`), and the expected loss from
 * choosing the best variant: 1 where there is no clear one.
 *
 * @param variants the control first
 * @param lossOf the expected loss from choosing a variant instead of the best of the others
 */
export function verdictOf<Variant extends Judged>(
  variants: readonly [Variant, ...Variant[]],
  lossOf: (chosen: Variant, others: readonly Variant[]) => number,
): Verdict & { readonly loss: number } {
  const [control, ...tests] = variants;
  if (tests.length > MAX_TESTS) {
    throw new InsightError(
      "Can't calculate experiment results for more than 10 variants",
      null,
      'too_much_data',
    );
  }
  const beliefs = tests.map(({ belief }) => belief);
  const chances = [
    chanceAboveAll(control.belief, beliefs),
    ...beliefs.map((belief) => chanceAboveAll(belief, [control.belief])),
  ];
  const { code, loss } = codeOf(variants, chances, lossOf);
  return {
    probability: Object.fromEntries(variants.map(({ key }, at) => [key, chances[at] ?? 0])),
    significant: code === 'significant',
    significance_code: code,
    stats_version: 2,
    loss,
  };
}

function codeOf<Variant extends Judged>(
  variants: readonly [Variant, ...Variant[]],
  chances: readonly number[],
  lossOf: (chosen: Variant, others: readonly Variant[]) => number,
): { readonly code: SignificanceCode; readonly loss: number } {
  if (variants.some(({ units }) => units < LEAST_UNITS)) {
    return { code: 'not_enough_exposure', loss: 1 };
  }
  if (Math.max(...chances) < LEAST_PROBABILITY) return { code: 'low_win_probability', loss: 1 };
  const best = variants.reduce((one, other) => (other.value > one.value ? other : one));
  const loss = lossOf(
    best,
    variants.filter((one) => one !== best),
  );
  return { code: loss >= MOST_LOSS ? 'high_loss' : 'significant', loss };
}

/** The interval that contains the value with 95 %. @param shown the value of what is believed of */
export function intervalsOf(
  variants: readonly Judged[],
  shown: (value: number) => number = (value) => value,
): Readonly<Record<string, readonly [number, number]>> {
  const [low, high] = INTERVAL;
  return Object.fromEntries(
    variants.map(({ key, belief }) => [
      key,
      [shown(belief.quantile(low)), shown(belief.quantile(high))] as const,
    ]),
  );
}

/**
 * The control, and the others.
 *
 * @param isExposed null where the query has no exposures of its own
 * @throws InsightError for results without the control, or without another variant
 */
export function controlFirst<Variant extends { readonly key: string }>(
  found: readonly Variant[],
  isExposed: boolean | null,
): readonly [Variant, ...Variant[]] {
  const control = found.find(({ key }) => key === CONTROL);
  const tests = found.filter((variant) => variant !== control);
  if (control !== undefined && tests.length > 0 && isExposed !== false) return [control, ...tests];
  const missing = {
    ...(isExposed !== null && { 'no-exposures': !isExposed }),
    'no-control-variant': control === undefined,
    'no-test-variant': tests.length === 0,
  };
  throw new InsightError(
    JSON.stringify(missing),
    null,
    found.length === 0 ? 'no-results' : undefined,
  );
}

/** The keys that results are about: those of the flag, and the one of the holdout. */
export function keysOf({
  variants,
  excludedVariants = [],
  holdoutId,
}: {
  readonly variants: readonly { readonly key: string }[];
  readonly excludedVariants?: readonly string[];
  readonly holdoutId: number | null;
}): readonly string[] {
  return [
    ...variants.map(({ key }) => key),
    ...excludedVariants,
    ...(holdoutId === null ? [] : [`holdout-${holdoutId}`]),
  ];
}

/** The time of an experiment, as a query has it. */
export function dateRangeOf({
  startDate,
  endDate,
}: {
  readonly startDate: Date | null;
  readonly endDate: Date | null;
}) {
  return {
    date_from: startDate?.toISOString() ?? null,
    date_to: endDate?.toISOString() ?? null,
    explicitDate: true,
  };
}
