import type { Interval } from './calendar';
import { addDays, bucketOf, bucketsBetween, daysBetween, localText, weekdayOf } from './calendar';
import { passesTree, propertyOf, textOf } from './filters';
import type { HappenedEvent, LocalEvent, World } from './happened';
import type { Series } from './series';
import { NO_SESSION, sessionFieldsOf } from './sessions';

export type { HappenedEvent, LocalEvent, World } from './happened';
export type { Series } from './series';

/** The project and range that an evaluation knows; ends are local days. */
export interface Setting {
  readonly zone: string;
  readonly weekStart: 0 | 1;
  readonly interval: Interval;
  readonly from: string;
  readonly to: string;
  /** 1 for Monday; all when not said. Trends alone know them. */
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

/** What a property of an event is as a filter sees it; undefined when there is none. */
export function propertyText(event: LocalEvent, key: string): string | undefined {
  return textOf(propertyOf(event, 'event', key)) ?? undefined;
}

/** Whether an event is what a series is of, whatever else the series asks of it. */
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

/** Hours end where the last day begins, other intervals with the last day. */
export function untilEnd({ local }: LocalEvent, { interval, to }: Setting): boolean {
  return interval === 'hour' ? local <= `${to} 00:00:00` : local.slice(0, 10) <= to;
}

export function inRange(event: LocalEvent, setting: Setting): boolean {
  const { from, interval, weekStart } = setting;
  // The first week is cut at the range's start, a first month is read as a whole.
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

/** Whether a local time lies on one of the chosen days. */
export function isChosen(local: string, weekdays: Setting['weekdays']): boolean {
  return weekdays === undefined || weekdays.includes(weekdayOf(local));
}

/** As many days right before; hours end where the last day begins, and go back a day at least. */
export function previous(setting: Setting): Setting {
  const days = daysBetween(setting.from, setting.to) + (setting.interval === 'hour' ? 0 : 1);
  return earlier(setting, Math.max(1, days));
}

/** The same range so many days before. */
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

/** Which breakdown a result has, distinguished by its values. */
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
