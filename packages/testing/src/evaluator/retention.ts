import type { Breakdown } from './breakdowns';
import { valuesBy } from './breakdowns';
import { bucketOf, step } from './calendar';
import { momentOf } from './funnel-case';
import type { HappenedEvent, LocalEvent, Series, Setting } from './model';
import { axis, belongs, grouped, localized, named, passes, ranked, sum } from './model';

export interface RetentionCase {
  readonly target: Series;
  readonly returning: Series;
  readonly type: 'retention_recurring' | 'retention_first_time' | 'retention_first_ever_occurrence';
  readonly columns: number;
  readonly isCumulative: boolean;
  readonly minimum: number;
  /** How many intervals each column after the first has; every one has one of its own unless said. */
  readonly brackets?: readonly number[];
  /** Columns count full days, or weeks, from the moment of the start. */
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

/** Retention cell by cell: who started in the row's interval, and came back in the column's. */
export function evaluateRetention(
  events: readonly HappenedEvent[],
  query: RetentionCase,
  setting: Setting,
): RetentionTable[] {
  const { breakdown, ofGroups } = query;
  const read = localized(events, setting);
  const all = ofGroups === true ? groupsIn(read) : read;
  if (breakdown === null) return [{ value: [], rows: tableOf(all, query, setting) }];
  const valueOf = valuesBy([breakdown], all, '');
  const tables = [...grouped(all, (event) => valueOf(event)[0] ?? '')]
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

/** Groups in the place of persons; what has none belongs to nobody. */
function groupsIn(events: readonly LocalEvent[]): LocalEvent[] {
  return events.flatMap((event) => {
    const { group0 = '' } = event;
    return group0 === '' ? [] : [{ ...event, who: group0 }];
  });
}

function tableOf(
  events: readonly LocalEvent[],
  query: RetentionCase,
  setting: Setting,
): number[][] {
  const actors = [...grouped(events, ({ who }) => who).values()];
  const starts = axis(setting);
  const end = step(starts.at(-1) ?? '', setting.interval, 1);
  const columns = columnsOf(query);
  return starts.map((start) => {
    const rows = actors.flatMap((theirs) => {
      const read = theirs.filter(({ local }) => local < end);
      const first = startIn(read, start, query, setting);
      if (first === undefined) return [];
      const isBack = columns.map((distances) =>
        distances.some((distance) => returnsAt(read, first, distance, start, query, setting)),
      );
      return [
        query.isCumulative
          ? isBack.map((_, at) => at === 0 || isBack.slice(at).includes(true))
          : isBack.map((is, at) => at === 0 || is),
      ];
    });
    return columns.map((_, column) => rows.filter((row) => row[column] === true).length);
  });
}

/** Which distances from the start each column stands for. */
function columnsOf({ columns, brackets }: RetentionCase): number[][] {
  const sizes = brackets ?? Array.from({ length: columns - 1 }, () => 1);
  let next = 1;
  const others = sizes.map((size) => Array.from({ length: size }, () => next++));
  return [[], ...others];
}

function bucket(local: string, { interval, weekStart }: Setting): string {
  return bucketOf(local, interval, weekStart);
}

/** The event that makes an actor one of a row. */
function startIn(
  events: readonly LocalEvent[],
  start: string,
  { target, type }: RetentionCase,
  setting: Setting,
): LocalEvent | undefined {
  const inOrder = [...events].sort((one, other) => (one.at < other.at ? -1 : 1));
  const is = ({ local }: LocalEvent): boolean => bucket(local, setting) === start;
  if (type === 'retention_recurring') {
    return inOrder.find((one) => belongs(one, target) && is(one));
  }
  const isEver = type === 'retention_first_ever_occurrence';
  const first = inOrder.find((event) => (isEver ? named(event, target) : belongs(event, target)));
  return first !== undefined && is(first) && passes(first, target) ? first : undefined;
}

const INTERVAL_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

/** Whether enough of an actor's events are so many intervals after the start. */
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
    if (interval === 'month') throw new Error('Months are not all of one length');
    const later = momentOf(event) - momentOf(first);
    return Math.floor(later / INTERVAL_MS[interval]) === distance;
  });
  return back.length >= minimum;
}
