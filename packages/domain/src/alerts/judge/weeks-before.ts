import type { AlertPoint } from '../series';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A value from before the checked interval. */
export interface PastValue {
  readonly value: number;
  readonly weeksAgo: number;
  /** The weekday; for hourly intervals, also the hour. */
  readonly slot: string;
}

/** The values of the weeks before a time, without the intervals before the first event. */
export function weeksBefore(
  points: readonly AlertPoint[],
  at: string,
  weeks: number,
): readonly PastValue[] {
  const end = timeOf(at);
  const first = points.findIndex(({ value }) => value !== null && value !== 0);
  if (first < 0) return [];
  return points.slice(first).flatMap(({ at: when, value }) => {
    if (when === null || value === null) return [];
    const time = timeOf(when);
    const weeksAgo = (end - time) / WEEK_MS;
    if (weeksAgo <= 0 || weeksAgo > weeks) return [];
    return [{ value, weeksAgo, slot: slotAt(time, when) }];
  });
}

/** Values by their slot. */
export function bySlot(values: readonly PastValue[]): ReadonlyMap<string, readonly PastValue[]> {
  const slots = new Map<string, PastValue[]>();
  for (const value of values) {
    const known = slots.get(value.slot);
    if (known === undefined) slots.set(value.slot, [value]);
    else known.push(value);
  }
  return slots;
}

/** The slot of a time in the format of insights. */
export function slotOf(at: string): string {
  return slotAt(timeOf(at), at);
}

/** The epoch was a Thursday. */
function slotAt(time: number, at: string): string {
  return `${(Math.floor(time / DAY_MS) + 4) % 7} ${at.slice(11)}`;
}

/** The local time of the project, read as if it were UTC. */
function timeOf(at: string): number {
  return Date.parse(`${at.slice(0, 10)}T${at.slice(11) || '00:00:00'}Z`);
}
