import type { AlertCondition, AlertThresholdConfiguration } from '@tidemark/contracts';
import { AlertError } from '../alert-error';
import type { AlertSeries } from '../series';
import type { Bounds, JudgedBounds } from './bounds';
import { isOutside, withMargin } from './bounds';
import { weekdayBounds } from './weekday-deviation';

/** The condition of an alert and its threshold. */
export interface AlertRule {
  readonly condition: AlertCondition;
  /** Null if the condition computes its bounds. */
  readonly threshold: AlertThresholdConfiguration | null;
  /** The share of a bound by which a value must be inside it so that an incident ends. */
  readonly margin: number;
}

/** The result of one check. */
export interface Verdict {
  /** `unknown`: there is too little data. `near`: the value is inside the bounds, but not by the margin. */
  readonly outcome: 'outside' | 'near' | 'inside' | 'unknown';
  /** The compared value; null if several series are within the bounds, or if there is no value. */
  readonly value: number | null;
  readonly bounds: Bounds;
  /** The interval of the value. */
  readonly at: string | null;
}

const NO_BOUNDS: Bounds = { lower: null, upper: null };

/**
 * Compares the values of an insight with the bounds of an alert. The outcome is `outside` if any series is outside,
 * and `inside` only if all are inside.
 * @throws AlertError for a condition that does not fit the series
 */
export function judge(series: readonly AlertSeries[], rule: AlertRule): Verdict {
  const verdicts = series.map((one) => judgeSeries(one, rule));
  const [only] = verdicts;
  if (only === undefined) return { outcome: 'unknown', value: null, bounds: NO_BOUNDS, at: null };
  if (verdicts.length === 1) return only;
  const outside = verdicts.filter(({ outcome }) => outcome === 'outside').sort(byDistance);
  if (outside[0] !== undefined) return outside[0];
  const outcome = (['near', 'inside'] as const).find((wanted) =>
    verdicts.some((verdict) => verdict.outcome === wanted),
  );
  return { ...only, outcome: outcome ?? 'unknown', value: null };
}

function judgeSeries(series: AlertSeries, rule: AlertRule): Verdict {
  const at = series.points[series.current]?.at ?? null;
  const value = comparedValue(series, rule);
  const bounds = boundsOf(series, rule);
  if (value === null || bounds === null) {
    return { outcome: 'unknown', value, bounds: bounds?.outer ?? NO_BOUNDS, at };
  }
  const { outer, inner } = bounds;
  const outcome = isOutside(value, outer) ? 'outside' : isOutside(value, inner) ? 'near' : 'inside';
  return { outcome, value, bounds: outer, at };
}

function boundsOf(
  series: AlertSeries,
  { condition, threshold, margin }: AlertRule,
): JudgedBounds | null {
  if (condition.type === 'weekday_deviation') return weekdayBounds(series, condition, margin);
  const { lower = null, upper = null } = threshold?.bounds ?? {};
  return withMargin({ lower, upper }, margin);
}

function comparedValue({ points, current }: AlertSeries, rule: AlertRule): number | null {
  const value = points[current]?.value ?? null;
  const { type } = rule.condition;
  if (type === 'absolute_value' || type === 'weekday_deviation') return value;
  const before = points[current - 1];
  if (before === undefined) {
    throw new AlertError('A relative condition needs the value of an interval before.');
  }
  if (value === null || before.value === null) return null;
  const grown = value - before.value;
  const change = type === 'relative_increase' ? grown : -grown;
  if (rule.threshold?.type !== 'percentage') return withoutNegativeZero(change);
  if (change === 0) return 0;
  return change / Math.abs(before.value);
}

const withoutNegativeZero = (value: number): number => (value === 0 ? 0 : value);

/** Sorts the verdict that is furthest outside to the front. */
function byDistance(one: Verdict, other: Verdict): number {
  return excess(other) - excess(one);
}

function excess({ value, bounds: { lower, upper } }: Verdict): number {
  const at = value ?? 0;
  return Math.max(lower === null ? -Infinity : lower - at, upper === null ? -Infinity : at - upper);
}
