import type { Interval } from './calendar';
import { addDays, bucketOf, bucketsBetween, daysBetween, localText, weekdayOf } from './calendar';
import { passesTree, propertyOf, textOf } from './filters';
import type { HappenedEvent, LocalEvent, World } from './happened';
import type { Series } from './series';
import { NO_SESSION, sessionFieldsOf } from './sessions';

export type { HappenedEvent, LocalEvent, World } from './happened';
export type { Series } from './series';

/** The date range and the settings of the project; `from` and `to` are local days. */
export interface Setting {
  readonly zone: string;
  readonly weekStart: 0 | 1;
  readonly interval: Interval;
  readonly from: string;
  readonly to: string;
  /** The days of the week that are shown, 1 for Monday; all by default. Only trends support it. */
  readonly weekdays?: readonly number[];
  readonly world?: World;
}

export function localized(
  events: readonly HappenedEvent[],
  { zone, world = {} }: Setting,
): LocalEvent[] {
  const sessions = sessionFieldsOf(events);
  return events.map((event) => ({
    ...event,
    local: localText(event.at, zone),
    world,
    sessionFields: sessions.get(event.session ?? '') ?? NO_SESSION,
  }));
}

export function nameOf({ event }: HappenedEvent): string {
  return event ?? '$pageview';
}

/** The value of an event's property as the text that filters compare; undefined if there is no value. */
export function propertyText(event: LocalEvent, key: string): string | undefined {
  return textOf(propertyOf(event, 'event', key)) ?? undefined;
}

/** Whether an event has the event name or action of a series; ignores the filters of the series. */
export function named(event: LocalEvent, series: Series): boolean {
  const { nodes, action } = series;
  if (nodes !== undefined) return nodes.some((node) => belongs(event, node));
  if (action !== undefined) {
    return event.world.steps?.[action]?.some((step) => belongs(event, step)) ?? false;
  }
  return series.event === null || nameOf(event) === series.event;
}

export function passes(event: LocalEvent, { properties = [] }: Series): boolean {
  return passesTree(event, properties);
}

export function belongs(event: LocalEvent, series: Series): boolean {
  return named(event, series) && passes(event, series);
}

/** With hourly intervals, the range ends at the start of the last day; with all others, at its end. */
export function untilEnd({ local }: LocalEvent, { interval, to }: Setting): boolean {
  return interval === 'hour' ? local <= `${to} 00:00:00` : local.slice(0, 10) <= to;
}

export function inRange(event: LocalEvent, setting: Setting): boolean {
  const { from, interval, weekStart } = setting;
  // The first week begins at the start of the range; a first month is read from its first day.
  const first = interval === 'week' ? from : bucketOf(from, interval, weekStart);
  return event.local >= first && untilEnd(event, setting);
}

export function axis({ from, to, interval, weekStart, weekdays }: Setting): string[] {
  const buckets = bucketsBetween(
    bucketOf(from, interval, weekStart),
    bucketOf(to, interval, weekStart),
    interval,
  );
  return interval === 'day' ? buckets.filter((day) => isChosen(day, weekdays)) : buckets;
}

/** Whether a local time is on one of the selected days of the week. */
export function isChosen(local: string, weekdays: Setting['weekdays']): boolean {
  return weekdays === undefined || weekdays.includes(weekdayOf(local));
}

/**
 * The period before, with as many days. With hourly intervals, the last day is not counted, but the period is at least
 * one day earlier.
 */
export function previous(setting: Setting): Setting {
  const days = daysBetween(setting.from, setting.to) + (setting.interval === 'hour' ? 0 : 1);
  return earlier(setting, Math.max(1, days));
}

/** The same range, `days` days earlier. */
export function earlier(setting: Setting, days: number): Setting {
  return { ...setting, from: addDays(setting.from, -days), to: addDays(setting.to, -days) };
}

export function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Sorts rows as results order their breakdown values: rows without a value last, then by the largest total, then by
 * value.
 */
export function ranked<T extends { readonly value: readonly string[] }>(
  rows: readonly T[],
  total: (row: T) => number,
  isMissing: (row: T) => boolean,
): T[] {
  return [...rows].sort(
    (one, other) =>
      Number(isMissing(one)) - Number(isMissing(other)) ||
      total(other) - total(one) ||
      (one.value.join('\u0001') < other.value.join('\u0001') ? -1 : 1),
  );
}
