import type { AlertCondition } from '@tidemark/contracts';
import type { AlertSeries } from '../series';
import type { JudgedBounds } from './bounds';
import { around } from './bounds';
import { median, robustDeviation } from './robust';
import type { PastValue } from './weeks-before';
import { bySlot, slotOf, weeksBefore } from './weeks-before';

export type WeekdayDeviation = Extract<AlertCondition, { type: 'weekday_deviation' }>;

/** The minimum number of past values of the same weekday. */
const MIN_WEEKS = 3;
/** The weight, in weeks, of the deviation of all weekdays against that of the checked weekday. */
const POOLED_WEIGHT = 36;
/** The minimum deviation, as a share: even series without noise vary by rounding and late events. */
const LEAST_DEVIATION = 0.01;

/**
 * The bounds of a weekday's value, computed from the weeks before. Their middle is the median of the same weekday
 * (and hour), adjusted by the trend of the weeks; their distance is a multiple of the usual deviation. One weekday
 * has few values, so the deviation of all weekdays, as a share of their medians, is also used. Null while there are
 * too few weeks.
 */
export function weekdayBounds(
  { points, current }: AlertSeries,
  condition: WeekdayDeviation,
  margin: number,
): JudgedBounds | null {
  const at = points[current]?.at ?? null;
  if (at === null) return null;
  const past = weeksBefore(points, at, condition.weeks);
  const slots = bySlot(past);
  const own = slots.get(slotOf(at));
  if (own === undefined || own.length < MIN_WEEKS) return null;
  const shares = [...slots.values()].filter(({ length }) => length >= MIN_WEEKS).flatMap(sharesOf);
  const trend = trendOf(shares);
  const centre = median(own.map(({ value }) => value));
  const expected = centre * (1 + trend(0));
  const rest = (values: readonly Share[]): number =>
    robustDeviation(values.map(({ share, weeksAgo, few }) => (share - trend(weeksAgo)) * few));
  const ownSpread =
    centre === 0 ? spreadAround(own, centre) : rest(sharesOf(own)) * Math.abs(centre);
  const pooledSpread = rest(shares) * Math.abs(centre);
  const deviation = Math.sqrt(
    (ownSpread ** 2 * own.length + pooledSpread ** 2 * POOLED_WEIGHT) /
      (own.length + POOLED_WEIGHT),
  );
  const least = LEAST_DEVIATION * Math.abs(expected);
  const distance = Math.max(
    condition.deviations * Math.max(deviation, least),
    condition.min_change,
  );
  const { direction } = condition;
  return around(expected, distance, { margin, down: direction !== 'up', up: direction !== 'down' });
}

/** The deviation of a value from the median of its weekday, as a share of that median. */
interface Share {
  readonly share: number;
  readonly weeksAgo: number;
  /** A correction factor: values are closer to the median of a small sample than to the true median. */
  readonly few: number;
}

function sharesOf(slot: readonly PastValue[]): readonly Share[] {
  const centre = median(slot.map(({ value }) => value));
  if (centre === 0) return [];
  const few = Math.sqrt(slot.length / (slot.length - 1));
  return slot.map(({ value, weeksAgo }) => ({
    share: (value - centre) / Math.abs(centre),
    weeksAgo,
    few,
  }));
}

const spreadAround = (slot: readonly PastValue[], centre: number): number =>
  robustDeviation(slot.map(({ value }) => value - centre));

/**
 * The trend from week to week: a line through the medians of the weeks. Its slope is the median of the slopes between
 * every two weeks, so that one week with an incident has little effect.
 */
function trendOf(shares: readonly Share[]): (weeksAgo: number) => number {
  const weeks = new Map<number, number[]>();
  for (const { share, weeksAgo } of shares) {
    const week = Math.ceil(weeksAgo);
    weeks.set(week, [...(weeks.get(week) ?? []), share]);
  }
  const levels = [...weeks].map(([week, values]) => [week, median(values)] as const);
  const slopes = levels.flatMap(([week, level], index) =>
    levels.slice(index + 1).map(([other, its]) => (its - level) / (other - week)),
  );
  if (slopes.length === 0) return () => 0;
  const slope = median(slopes);
  // The middle of a week is half a week before its end.
  const base = median(levels.map(([week, level]) => level - slope * (week - 0.5)));
  return (weeksAgo) => base + slope * weeksAgo;
}
