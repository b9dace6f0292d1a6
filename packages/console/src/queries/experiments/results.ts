import { numberWords, shareWords } from '../numbers';
import { breakdownWords } from '../insight/series-names';
import type { ExperimentMetric, StatsConfig } from './experiment';
import { isShareMetric } from './metric-words';

/** A variant in an `ExperimentQuery` response (`docs/wire/experiments.md#experiment-variant`). */
interface WireVariant {
  readonly key: string;
  readonly number_of_samples: number;
  readonly sum: number | null;
  readonly denominator_sum?: number | null;
  readonly step_counts?: readonly number[] | null;
  readonly validation_failures?: readonly string[];
  readonly significant?: boolean | null;
  readonly p_value?: number | null;
  readonly confidence_interval?: readonly [number, number] | null;
  readonly chance_to_win?: number | null;
  readonly credible_interval?: readonly [number, number] | null;
}

interface WireResult {
  readonly baseline: WireVariant;
  readonly variant_results: readonly WireVariant[];
}

interface WireBreakdown extends WireResult {
  readonly breakdown_value: readonly unknown[];
}

export type Verdict = 'better' | 'worse' | 'unclear';

/** The result of a variant for one metric, as a row of the table. */
export interface ResultRow {
  readonly key: string;
  readonly isBaseline: boolean;
  readonly units: number;
  /** The mean per unit, or a share from 0 to 1; null without units. */
  readonly value: number | null;
  /** The number of people who converted (funnels, retention); null for means and ratios. */
  readonly converted: number | null;
  /** The difference from the baseline: a share of it (0.05 is 5 %), or absolute; null if it cannot be computed. */
  readonly change: number | null;
  readonly interval: readonly [number, number] | null;
  /** The probability of being better, from 0 to 1 (Bayesian), or the p-value (frequentist). */
  readonly chance: number | null;
  readonly pValue: number | null;
  /** Null for the baseline, and if there are no statistics. */
  readonly verdict: Verdict | null;
  /** The reasons why there are no statistics. */
  readonly failures: readonly string[];
}

export interface ResultTable {
  readonly title: string | null;
  readonly rows: readonly ResultRow[];
}

export interface MetricResult {
  readonly total: ResultTable;
  readonly breakdowns: readonly ResultTable[];
}

/** The rows of an `ExperimentQuery` response: all units together, then those of each breakdown value. */
export function shapeResult(
  metric: ExperimentMetric,
  stats: StatsConfig | null,
  response: object,
): MetricResult {
  const whole = response as WireResult & { breakdown_results?: readonly WireBreakdown[] | null };
  return {
    total: tableOf(metric, stats, whole, null),
    breakdowns: (whole.breakdown_results ?? []).map((part) =>
      tableOf(metric, stats, part, breakdownWords(part.breakdown_value)),
    ),
  };
}

function tableOf(
  metric: ExperimentMetric,
  stats: StatsConfig | null,
  { baseline, variant_results: variants }: WireResult,
  title: string | null,
): ResultTable {
  const base = rowOf(metric, stats, baseline, null);
  return { title, rows: [base, ...variants.map((variant) => rowOf(metric, stats, variant, base))] };
}

function rowOf(
  metric: ExperimentMetric,
  stats: StatsConfig | null,
  wire: WireVariant,
  baseline: ResultRow | null,
): ResultRow {
  const value = valueOf(wire);
  const interval = wire.confidence_interval ?? wire.credible_interval ?? null;
  const change = baseline === null ? null : changeOf(value, baseline.value, isAbsolute(stats));
  return {
    key: wire.key,
    isBaseline: baseline === null,
    units: wire.number_of_samples,
    value,
    converted: isShareMetric(metric) ? wire.sum : null,
    change,
    interval,
    chance: wire.chance_to_win ?? null,
    pValue: wire.p_value ?? null,
    verdict: baseline === null ? null : verdictOf(metric, wire.significant ?? null, change),
    failures: (wire.validation_failures ?? []).map((failure) => FAILURES[failure] ?? failure),
  };
}

/** The sum per unit; for ratios and retention, the sum per denominator. */
function valueOf({ sum, number_of_samples: units, denominator_sum: denominator }: WireVariant) {
  const divisor = denominator ?? units;
  return divisor === 0 || sum === null ? null : sum / divisor;
}

function changeOf(value: number | null, baseline: number | null, absolute: boolean) {
  if (value === null || baseline === null) return null;
  if (absolute) return value - baseline;
  return baseline === 0 ? null : value / baseline - 1;
}

function verdictOf(
  { goal }: ExperimentMetric,
  significant: boolean | null,
  change: number | null,
): Verdict | null {
  if (significant === null || change === null) return null;
  if (!significant) return 'unclear';
  return change > 0 === (goal !== 'decrease') ? 'better' : 'worse';
}

const FAILURES: Readonly<Record<string, string>> = {
  'not-enough-exposures': 'fewer than 50 people',
  'not-enough-metric-data': 'fewer than 5 conversions',
  'baseline-mean-is-zero': 'the baseline is zero',
};

/** Whether differences are absolute. By default they are relative to the baseline. */
function isAbsolute(stats: StatsConfig | null): boolean {
  const method = stats?.method === 'frequentist' ? 'frequentist' : 'bayesian';
  const own = stats?.[method] as { readonly difference_type?: string | null } | null | undefined;
  return (own?.difference_type ?? '').toLowerCase() === 'absolute';
}

/** The level of the intervals, for example `95%`. */
export function levelWords(stats: StatsConfig | null): string {
  const field = (part: unknown, name: string): unknown =>
    typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined;
  if (stats?.method === 'frequentist') {
    return shareWords(1 - Number(field(stats.frequentist, 'alpha') ?? 0.05));
  }
  return shareWords(Number(field(stats?.['bayesian'], 'ci_level') ?? 0.95));
}

/** Formats a value of a metric. */
export function valueWords(metric: ExperimentMetric, value: number | null): string {
  if (value === null) return '–';
  return isShareMetric(metric) ? shareWords(value) : numberWords(value);
}

/**
 * Formats a difference from the baseline with its sign: `+4.2%`. An absolute difference is in the unit of the metric.
 */
export function changeWords(
  metric: ExperimentMetric,
  stats: StatsConfig | null,
  change: number | null,
): string {
  if (change === null) return '–';
  const isShare = !isAbsolute(stats) || isShareMetric(metric);
  const words = isShare ? shareWords(Math.abs(change)) : numberWords(Math.abs(change));
  const points = isShare && isAbsolute(stats) ? ' points' : '';
  const sign = change === 0 ? '' : change < 0 ? '−' : '+';
  return `${sign}${words}${points}`;
}

/** Formats the certainty of the difference: the probability of being better, or the p-value. */
export function certaintyWords({ chance, pValue }: ResultRow): string {
  // A rounded 0% or 100% would say that it is certain.
  if (chance !== null) {
    return chance > 0.999
      ? `> ${shareWords(0.999)}`
      : chance < 0.001
        ? `< ${shareWords(0.001)}`
        : shareWords(chance);
  }
  if (pValue === null) return '–';
  return pValue < 0.001 ? '< 0.001' : pValue.toFixed(3);
}

const VERDICTS = { better: 'better', worse: 'worse', unclear: 'no clear difference' } as const;

/** The verdict on a variant in a few words. */
export function verdictWords(row: ResultRow): string {
  if (row.isBaseline) return 'compared with';
  if (row.verdict !== null) return VERDICTS[row.verdict];
  return row.failures.length === 0
    ? 'not enough data'
    : `not enough data: ${row.failures.join(', ')}`;
}

/** The result of the variant with the clearest verdict, for a list of experiments; null without statistics. */
export function headline(metric: ExperimentMetric, stats: StatsConfig | null, table: ResultTable) {
  const judged = table.rows.filter(({ verdict }) => verdict !== null);
  const [first] = judged.toSorted(
    (one, other) => Math.abs(other.change ?? 0) - Math.abs(one.change ?? 0),
  );
  const shown = judged.find(({ verdict }) => verdict !== 'unclear') ?? first;
  if (shown === undefined) return null;
  return {
    verdict: shown.verdict ?? 'unclear',
    text: `${shown.key}: ${changeWords(metric, stats, shown.change)}`,
  };
}

/** The range of changes that an interval chart shows: all intervals and zero, with a margin. */
export function intervalScale(rows: readonly ResultRow[]): readonly [number, number] {
  const ends = rows.flatMap(({ interval, change }) => [...(interval ?? []), change ?? 0]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const margin = (high - low || 1) * 0.06;
  return [low - margin, high + margin];
}
