import type { Interval } from './calendar';
import { addDays, bucketOf, bucketsBetween, daysBetween, localText } from './calendar';

/** What happened, as a test writes it. */
export interface HappenedEvent {
  /** `$pageview` when not said. */
  readonly event?: string;
  /** UTC, `2020-01-09 10:00:00`. */
  readonly at: string;
  /** One word; the same one is the same person. */
  readonly who: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly group0?: string;
  readonly session?: string;
}

/** The project and range that an evaluation knows; ends are local days. */
export interface Setting {
  readonly zone: string;
  readonly weekStart: 0 | 1;
  readonly interval: Interval;
  readonly from: string;
  readonly to: string;
}

export interface Series {
  readonly event: string | null;
  readonly math?: string;
  readonly math_property?: string;
  readonly math_group_type_index?: number;
  readonly properties?: readonly { readonly key: string; readonly value: string }[];
}

/** An event with its local time. */
export interface LocalEvent extends HappenedEvent {
  readonly local: string;
}

export function localized(events: readonly HappenedEvent[], { zone }: Setting): LocalEvent[] {
  return events.map((event) => ({ ...event, local: localText(event.at, zone) }));
}

export function nameOf({ event }: HappenedEvent): string {
  return event ?? '$pageview';
}

/** What a property is as a filter sees it; undefined when there is none. */
export function propertyText({ properties }: HappenedEvent, key: string): string | undefined {
  const value = properties?.[key];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function named(event: HappenedEvent, series: Series): boolean {
  return series.event === null || nameOf(event) === series.event;
}

export function passes(event: HappenedEvent, { properties = [] }: Series): boolean {
  return properties.every(({ key, value }) => propertyText(event, key) === value);
}

export function belongs(event: HappenedEvent, series: Series): boolean {
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

export function axis({ from, to, interval, weekStart }: Setting): string[] {
  return bucketsBetween(
    bucketOf(from, interval, weekStart),
    bucketOf(to, interval, weekStart),
    interval,
  );
}

/** As many days right before. */
export function previous(setting: Setting): Setting {
  const days = daysBetween(setting.from, setting.to) + 1;
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

/** Which breakdown a result has, told apart by its values. */
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
