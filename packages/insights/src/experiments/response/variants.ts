import type { ExperimentMetric, ExperimentStatsConfig } from '@tidemark/contracts';
import { InsightError } from '../../insight/error';
import type { Comparison } from './comparison';
import { compare } from './comparison';
import type { SumsRow, VariantSums } from './sums';
import { added, noSums } from './sums';

/** Why a variant is not compared (`docs/wire/experiments.md#validation-failures`). */
type ValidationFailure =
  'not-enough-exposures' | 'not-enough-metric-data' | 'baseline-mean-is-zero';

/** A variant as the wire has it (`docs/wire/experiments.md#experiment-variant`). A sum too large for a number is null. */
export interface VariantResult {
  readonly key: string;
  readonly number_of_samples: number;
  readonly sum: number | null;
  readonly sum_squares: number | null;
  readonly denominator_sum: number | null;
  readonly denominator_sum_squares: number | null;
  readonly numerator_denominator_sum_product: number | null;
  readonly covariate_sum: number | null;
  readonly covariate_sum_squares: number | null;
  readonly covariate_sum_product: number | null;
  readonly step_counts: readonly number[] | null;
  readonly validation_failures: readonly ValidationFailure[];
}

/** The baseline, and what the others make of it. */
export interface Compared {
  readonly baseline: VariantResult;
  readonly variants: readonly (VariantResult & Comparison)[];
}

/** One combination of breakdown values. */
export interface BreakdownResult extends Compared {
  readonly breakdown_value: readonly string[];
}

const LEAST_SAMPLES = 50;
const LEAST_CONVERSIONS = 5;
const CONTROL = 'control';

/** The inputs of results other than the sums. */
export interface Setup {
  readonly metric: ExperimentMetric;
  /** Keys of the variants of the flag, in its order. */
  readonly variants: readonly string[];
  readonly config: ExperimentStatsConfig | null;
}

/** All units together. @throws InsightError for an experiment without its baseline */
export function comparedTotals(rows: readonly SumsRow[], setup: Setup): Compared {
  const sums = setup.variants.map((key) => added(rows.filter((row) => row.key === key)));
  return compared(sums, setup);
}

/** Units by their breakdown values, in the order of these. @throws InsightError */
export function comparedBreakdowns(rows: readonly SumsRow[], setup: Setup): BreakdownResult[] {
  const groups = new Map<string, SumsRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.shown);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()]
    .map((own) => {
      const sums = setup.variants.map((key) => own.find((row) => row.key === key) ?? null);
      return { breakdown_value: own[0]?.shown ?? [], ...compared(sums, setup) };
    })
    .sort((one, other) => inOrder(one.breakdown_value, other.breakdown_value));
}

function inOrder(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  if (at === -1) return 0;
  return (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}

/** @param sums in the order of the variants; null for those without units, which come last */
function compared(
  sums: readonly (VariantSums | null)[],
  { metric, variants, config }: Setup,
): Compared {
  const seen = sums.filter((one) => one !== null);
  const unseen = variants.filter((_, at) => sums[at] === null).map(noSums);
  const all = [...seen, ...unseen];
  const baselineKey = config?.baseline_variant_key ?? CONTROL;
  const control = all.find(({ key }) => key === baselineKey);
  if (control === undefined) {
    throw new InsightError(`The flag has no variant ${baselineKey} to compare with`);
  }
  const baseline = shown(control, failuresOf(control, metric, true));
  return {
    baseline,
    variants: all
      .filter((one) => one !== control)
      .map((treatment) => {
        const failures = failuresOf(treatment, metric, false);
        const isFit = failures.length === 0 && baseline.validation_failures.length === 0;
        return {
          ...shown(treatment, failures),
          ...compare(metric, config, isFit ? { control, treatment } : null),
        };
      }),
  };
}

function failuresOf(
  { samples, sum }: VariantSums,
  { metric_type: type }: ExperimentMetric,
  isBaseline: boolean,
): ValidationFailure[] {
  const isConverting = type === 'funnel' || type === 'retention';
  return [
    ...(samples < LEAST_SAMPLES ? (['not-enough-exposures'] as const) : []),
    ...(isConverting && sum < LEAST_CONVERSIONS ? (['not-enough-metric-data'] as const) : []),
    ...(isBaseline && sum === 0 ? (['baseline-mean-is-zero'] as const) : []),
  ];
}

function shown(sums: VariantSums, failures: readonly ValidationFailure[]): VariantResult {
  const { denominator, covariate } = sums;
  return {
    key: sums.key,
    number_of_samples: sums.samples,
    sum: finite(sums.sum),
    sum_squares: finite(sums.sumSquares),
    denominator_sum: finite(denominator?.sum),
    denominator_sum_squares: finite(denominator?.sumSquares),
    numerator_denominator_sum_product: finite(denominator?.productSum),
    covariate_sum: finite(covariate?.sum),
    covariate_sum_squares: finite(covariate?.sumSquares),
    covariate_sum_product: finite(covariate?.productSum),
    step_counts: sums.stepCounts,
    validation_failures: failures,
  };
}

function finite(sum: number | undefined): number | null {
  return sum !== undefined && Number.isFinite(sum) ? sum : null;
}
