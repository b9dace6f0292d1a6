import type { Random } from './random';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The relative number of visits by hour of the day (UTC): few at night, a peak at noon and one in the evening. */
const HOURS = [
  ...[6, 4, 3, 2, 3, 6, 14, 26, 38, 46, 52, 58],
  ...[60, 54, 50, 50, 54, 62, 74, 86, 88, 70, 42, 18],
].map((weight, hour) => [hour, weight] as const);

/** The relative number of visits by weekday, Sunday first. */
const WEEKDAYS = [1.15, 0.95, 0.92, 0.95, 1, 1.05, 1.2];

/** The last day has this many times the visits of the first day. */
const GROWTH = 1.9;

/** A calendar day (UTC). */
export interface Day {
  readonly startMs: number;
  /** The end of the day, or the current time if that is earlier. */
  readonly endMs: number;
  /** The share of all visits, from 0 to 1; the shares of all days add up to 1. */
  readonly share: number;
}

/** Returns the days until now, the earliest first; the last one ends now. */
export function daysUntil(nowMs: number, count: number): readonly Day[] {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const days = Array.from({ length: count }, (_, index) => {
    const startMs = today - (count - 1 - index) * DAY_MS;
    const endMs = Math.min(startMs + DAY_MS, nowMs);
    const growth = 1 + ((GROWTH - 1) * index) / Math.max(1, count - 1);
    const weekday = WEEKDAYS[new Date(startMs).getUTCDay()] ?? 1;
    return { startMs, endMs, weight: growth * weekday * elapsedShare(endMs - startMs) };
  });
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  return days.map(({ startMs, endMs, weight }) => ({
    startMs,
    endMs,
    share: total === 0 ? 0 : weight / total,
  }));
}

/** The share of a day's visits, from 0 to 1, that begin within its first `elapsedMs`. */
function elapsedShare(elapsedMs: number): number {
  const total = HOURS.reduce((sum, [, weight]) => sum + weight, 0);
  const elapsed = HOURS.reduce((sum, [hour, weight]) => {
    const part = (elapsedMs - hour * HOUR_MS) / HOUR_MS;
    return sum + weight * Math.min(1, Math.max(0, part));
  }, 0);
  return elapsed / total;
}

/**
 * Returns the start times of `count` visits of a day, the earliest first, in milliseconds since 1970; empty if the day
 * has only just begun.
 */
export function visitTimes(random: Random, { startMs, endMs }: Day, count: number): number[] {
  const hours = HOURS.filter(([hour]) => startMs + hour * HOUR_MS < endMs);
  if (hours.length === 0) return [];
  const times = Array.from({ length: count }, () => {
    const hourMs = startMs + random.weighted(hours) * HOUR_MS;
    return Math.floor(hourMs + random.next() * (Math.min(hourMs + HOUR_MS, endMs) - hourMs));
  });
  return times.sort((a, b) => a - b);
}
