import type { Breakdown } from './breakdowns';
import { valuesBy } from './breakdowns';
import { bucketOf, step } from './calendar';
import type { HappenedEvent, LocalEvent, Series, Setting } from './model';
import { axis, belongs, grouped, localized, named, passes, ranked, sum } from './model';

export interface RetentionCase {
  readonly target: Series;
  readonly returning: Series;
  readonly type: 'retention_recurring' | 'retention_first_time' | 'retention_first_ever_occurrence';
  readonly columns: number;
  readonly isCumulative: boolean;
  readonly minimum: number;
  /** The number of intervals of each column after the first; by default 1 each. */
  readonly brackets?: readonly number[];
  /** Whether columns are periods since the first start event: hours, 24 hours, 7 days or 30 days. */
  readonly isRolling?: boolean;
  /** Counts groups of the first type instead of persons. */
  readonly ofGroups?: boolean;
  readonly breakdown: Breakdown | null;
  readonly limit: number;
}

export interface RetentionTable {
  readonly value: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

const OTHER = '$$_posthog_breakdown_other_$$';

/**
 * Computes each cell of retention separately: how many actors started in the interval of the row and returned in that
 * of the column.
 */
export function evaluateRetention(
  events: readonly HappenedEvent[],
  query: RetentionCase,
  setting: Setting,
): RetentionTable[] {
  const { breakdown, ofGroups } = query;
  const read = localized(events, setting);
  const all = ofGroups === true ? groupsIn(read) : read;
  const valuesOf = breakdown === null ? null : valuesBy([breakdown], all, '');
  const entrants = entrantsOf(all, (event) => valuesOf?.(event)[0] ?? '', query, setting);
  if (breakdown === null) return [{ value: [], rows: tableOf(entrants, query, setting) }];
  const tables = [...grouped(entrants, ({ value }) => value)]
    .map(([value, of]) => ({ value: [value], rows: tableOf(of, query, setting) }))
    .filter(({ rows }) => sizeOf(rows) > 0);
  const order = ranked(
    tables,
    ({ rows }) => sizeOf(rows),
    () => false,
  );
  const rest = order.slice(query.limit);
  if (rest.length === 0) return order;
  const rows = (rest[0]?.rows ?? []).map((row, at) =>
    row.map((_, column) => sum(rest.map((table) => table.rows[at]?.[column] ?? 0))),
  );
  return [...order.slice(0, query.limit), { value: [OTHER], rows }];
}

export function sizeOf(rows: readonly (readonly number[])[]): number {
  return sum(rows.map(([size = 0]) => size));
}

/** Makes the groups of the first type the actors; leaves out events without a group. */
function groupsIn(events: readonly LocalEvent[]): LocalEvent[] {
  return events.flatMap((event) => {
    const { group0 = '' } = event;
    return group0 === '' ? [] : [{ ...event, who: group0 }];
  });
}

function tableOf(entrants: readonly Entrant[], query: RetentionCase, setting: Setting): number[][] {
  const columns = columnsOf(query);
  return axis(setting).map((start, row) => {
    const rows = entrants.flatMap(({ events, startIn }) => {
      const first = startIn(start, row);
      if (first === undefined) return [];
      const isBack = columns.map((distances) =>
        distances.some((distance) => returnsAt(events, first, distance, start, query, setting)),
      );
      return [
        query.isCumulative
          ? isBack.map((_, at) => at === 0 || isBack.slice(at).includes(true))
          : isBack.map((is, at) => at === 0 || is),
      ];
    });
    return columns.map((_, column) => rows.filter((of) => of[column] === true).length);
  });
}

/** An actor that can start, with one breakdown value. */
interface Entrant {
  readonly value: string;
  readonly events: readonly LocalEvent[];
  /** The event with which the actor starts in a row; undefined if it does not start there. */
  readonly startIn: (start: string, row: number) => LocalEvent | undefined;
}

function entrantsOf(
  all: readonly LocalEvent[],
  valueOf: (event: LocalEvent) => string,
  query: RetentionCase,
  setting: Setting,
): Entrant[] {
  const starts = axis(setting);
  const end = step(starts.at(-1) ?? '', setting.interval, 1);
  const read = all
    .filter(({ local }) => local < end)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const people = [...grouped(read, ({ who }) => who).values()];
  if (query.isRolling === true) {
    return people.flatMap((events) => rollingEntrants(events, valueOf, query, setting));
  }
  if (query.type === 'retention_first_ever_occurrence') {
    return people.map((events) => {
      const first = events.find((event) => named(event, query.target));
      const value = first === undefined ? '' : valueOf(first);
      return { value, events, startIn: (start) => startIn(events, start, query, setting) };
    });
  }
  return people.flatMap((theirs) =>
    [...grouped(theirs, valueOf)].map(([value, events]) => ({
      value,
      events,
      startIn: (start: string) => startIn(events, start, query, setting),
    })),
  );
}

/** The actor starts with its first target event, and is counted for each breakdown value of its later events. */
function rollingEntrants(
  events: readonly LocalEvent[],
  valueOf: (event: LocalEvent) => string,
  query: RetentionCase,
  setting: Setting,
): Entrant[] {
  const [begin = ''] = axis(setting);
  const { target, returning, type } = query;
  const isEver = type === 'retention_first_ever_occurrence';
  const read =
    type === 'retention_recurring' ? events.filter(({ local }) => local >= begin) : events;
  const first = read.find((event) => (isEver ? named(event, target) : belongs(event, target)));
  if (first === undefined || first.local < begin || !passes(first, target)) return [];
  const table = begin.length === 13 ? `${begin}:00:00` : `${begin} 00:00:00`;
  const row = windowsBetween(table, first.local, setting);
  const counted = read.filter(
    (event) =>
      event.at >= first.at &&
      (belongs(event, returning) ||
        (type === 'retention_recurring' ? belongs(event, target) : named(event, target))),
  );
  const split = isEver ? new Map([[valueOf(first), counted]]) : grouped(counted, valueOf);
  return [...split].map(([value, of]) => ({
    value,
    events: of,
    startIn: (_, at) => (at === row ? first : undefined),
  }));
}

/** The length of the periods of rolling columns: in hours for `hour` and `day`, in days for `week` and `month`. */
const WINDOWS = { hour: 1, day: 24, week: 7, month: 30 } as const;

/**
 * The number of whole periods between two local times, which are rounded down to the hour (`hour`, `day`) or to the day
 * (`week`, `month`).
 */
function windowsBetween(from: string, to: string, { interval }: Setting): number {
  const isShort = interval === 'hour' || interval === 'day';
  const struck = (local: string): number =>
    Math.floor(Date.parse(`${local.replace(' ', 'T')}Z`) / (isShort ? 3_600_000 : 86_400_000));
  return Math.floor((struck(to) - struck(from)) / WINDOWS[interval]);
}

/** Lists the intervals since the start that belong to each column. */
function columnsOf({ columns, brackets }: RetentionCase): number[][] {
  const sizes = brackets ?? Array.from({ length: columns - 1 }, () => 1);
  let next = 1;
  const others = sizes.map((size) => Array.from({ length: size }, () => next++));
  return [[], ...others];
}

function bucket(local: string, { interval, weekStart }: Setting): string {
  return bucketOf(local, interval, weekStart);
}

/** The event with which an actor starts in the interval `start`; undefined if it does not. */
function startIn(
  events: readonly LocalEvent[],
  start: string,
  { target, type }: RetentionCase,
  setting: Setting,
): LocalEvent | undefined {
  const is = ({ local }: LocalEvent): boolean => bucket(local, setting) === start;
  if (type === 'retention_recurring') {
    return events.find((one) => belongs(one, target) && is(one));
  }
  const isEver = type === 'retention_first_ever_occurrence';
  const first = events.find((event) => (isEver ? named(event, target) : belongs(event, target)));
  return first !== undefined && is(first) && passes(first, target) ? first : undefined;
}

/** Whether an actor has at least `minimum` returning events, `distance` intervals after the start. */
function returnsAt(
  events: readonly LocalEvent[],
  first: LocalEvent,
  distance: number,
  start: string,
  { returning, minimum, isRolling }: RetentionCase,
  setting: Setting,
): boolean {
  const { interval } = setting;
  const back = events.filter((event) => {
    if (!belongs(event, returning)) return false;
    if (isRolling !== true) return bucket(event.local, setting) === step(start, interval, distance);
    return windowsBetween(first.local, event.local, setting) === distance;
  });
  return back.length >= minimum;
}
