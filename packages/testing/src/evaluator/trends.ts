import type { Breakdown } from './breakdowns';
import { valuesBy } from './breakdowns';
import { addDays, bucketOf, step } from './calendar';
import type { HappenedEvent, LocalEvent, Series, Setting } from './model';
import { axis, belongs, grouped, inRange, isChosen, localized, named, passes } from './model';
import { ranked, sum, untilEnd } from './model';
import { actorOf, canCount, distinctActors, valueOf } from './values';

export interface TrendsCase {
  readonly series: readonly Series[];
  readonly breakdowns: readonly Breakdown[];
  /** Cohorts as the breakdown, instead of properties: one line for each of them. */
  readonly cohorts?: readonly (number | 'all')[];
  readonly limit: number;
  /** Whether the values beyond the limit are left out instead of combined. */
  readonly hidesOther?: boolean;
  readonly display: 'line' | 'cumulative' | 'total';
}

export interface EvaluatedLine {
  readonly order: number;
  readonly value: readonly string[];
  readonly data: readonly number[];
  /** The actors that are counted in each number. */
  readonly actors: readonly (readonly string[])[];
}

const NULL = '$$_posthog_breakdown_null_$$';
const OTHER = '$$_posthog_breakdown_other_$$';
const ROLLING: Readonly<Record<string, number>> = { weekly_active: 7, monthly_active: 30 };

/** Computes trends separately for each series, breakdown value and interval. */
export function evaluateTrends(
  events: readonly HappenedEvent[],
  query: TrendsCase,
  setting: Setting,
): EvaluatedLine[] {
  const { cohorts } = query;
  if (cohorts === undefined) {
    const all = localized(events, setting);
    return query.series.flatMap((_, order) => linesOf(all, order, query, setting));
  }
  return query.series.flatMap((_, order) => {
    const lines = cohorts.flatMap((cohort) => {
      const members = cohort === 'all' ? null : (setting.world?.cohorts?.[cohort] ?? []);
      const own = localized(events, setting).filter(({ who }) => members?.includes(who) ?? true);
      return rowsOf(own, order, query, setting).map((row) => ({ ...row, value: [String(cohort)] }));
    });
    // Cohorts are sorted like other breakdown values, unless `all` is one of them.
    const ordered =
      cohorts.length > 1 && !cohorts.includes('all') ? ranked(lines, totalOf, () => false) : lines;
    return ordered.map((row) => ({ ...row, order, data: shown(row.data, query) }));
  });
}

interface Row {
  readonly value: readonly string[];
  readonly data: readonly number[];
  readonly actors: readonly (readonly string[])[];
}

/** One row for each breakdown value with at least one event. */
function rowsOf(
  everything: readonly LocalEvent[],
  order: number,
  query: TrendsCase,
  setting: Setting,
): Row[] {
  const series = query.series[order] ?? { event: null };
  // First-time math looks for the first event on all days of the week, and counts it only if its day is selected.
  const all =
    series.math?.startsWith('first_') === true
      ? everything
      : everything.filter(({ local }) => isChosen(local, setting.weekdays));
  const mine = all.filter((event) =>
    series.math?.startsWith('first_') === true ? true : belongs(event, series),
  );
  // The bins of a histogram are determined from the events of the series.
  const counted = all.filter(
    (event) =>
      belongs(event, series) && countsIn(event, setting, totalFrom(series, query, setting)),
  );
  const values = valuesBy(query.breakdowns, counted, NULL);
  const byValue = grouped(firstOnes(mine, series, setting), (event) =>
    JSON.stringify(values(event)),
  );
  return [...byValue].flatMap(([key, of]): Row[] => {
    const data = dataOf(of, series, query, setting);
    if (!isThere(of, data, series, query, setting)) return [];
    return [
      { value: JSON.parse(key) as string[], data, actors: actorsOf(of, series, query, setting) },
    ];
  });
}

function linesOf(
  all: readonly LocalEvent[],
  order: number,
  query: TrendsCase,
  setting: Setting,
): EvaluatedLine[] {
  const rows = rowsOf(all, order, query, setting);
  if (query.breakdowns.length === 0) {
    const empty = axisOf(query, setting);
    const { data, actors } = rows[0] ?? {
      data: empty.map(() => 0),
      actors: empty.map(() => []),
    };
    return [{ order, value: [], data: shown(data, query), actors }];
  }
  return limited(rows, query).map((row) => ({ ...row, order, data: shown(row.data, query) }));
}

/** The actors that are counted in each number; in a running sum, those of all earlier intervals, too. */
function actorsOf(
  events: readonly LocalEvent[],
  series: Series,
  query: TrendsCase,
  setting: Setting,
): string[][] {
  const named = (of: readonly LocalEvent[]): string[] => {
    const actors = of
      .filter((event) => canCount(event, series))
      .map((event) => actorOf(event, series))
      .filter((actor) => actor !== undefined);
    return [...new Set(actors)].sort();
  };
  const counted = events.filter((event) =>
    countsIn(event, setting, totalFrom(series, query, setting)),
  );
  if (query.display === 'total') return [named(counted)];
  const { interval, weekStart } = setting;
  return axis(setting).map((bucket) => {
    if (rollsOver(series, query, setting)) return named(window(events, bucket, series, setting));
    return named(
      counted.filter(({ local }) => {
        const own = bucketOf(local, interval, weekStart);
        return query.display === 'cumulative' ? own <= bucket : own === bucket;
      }),
    );
  });
}

function axisOf({ display }: TrendsCase, setting: Setting): string[] {
  return display === 'total' ? [''] : axis(setting);
}

/** First-time math reads one event per actor; all other kinds of math read all events. */
function firstOnes(events: LocalEvent[], series: Series, setting: Setting): LocalEvent[] {
  const { math = '' } = series;
  if (!math.startsWith('first_')) return events;
  const read = events
    .filter((event) => untilEnd(event, setting) && named(event, series))
    .filter((event) => math === 'first_time_for_user' || passes(event, series))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  return [...grouped(read, ({ who }) => who).values()]
    .flatMap(([first]) => (first === undefined ? [] : [first]))
    .filter((event) => passes(event, series) && isChosen(event.local, setting.weekdays));
}

/** Whether a breakdown value has a number to show in the range. */
function isThere(
  events: readonly LocalEvent[],
  data: readonly number[],
  series: Series,
  query: TrendsCase,
  setting: Setting,
): boolean {
  if (rollsOver(series, query, setting)) return data.some((value) => value > 0);
  const from = totalFrom(series, query, setting);
  return events.some((event) => countsIn(event, setting, from) && needsActor(event, series, query));
}

/** Whether an event is counted: math that counts per actor leaves out events without an actor. */
function needsActor(event: LocalEvent, series: Series, { display }: TrendsCase): boolean {
  const math = series.math ?? 'total';
  if (!canCount(event, series)) return false;
  const isPerActor = math.endsWith('_count_per_actor') || display === 'cumulative';
  return !isPerActor || actorOf(event, series) !== undefined;
}

function rollsOver({ math = '' }: Series, { display }: TrendsCase, { interval }: Setting): boolean {
  if (display === 'total' || ROLLING[math] === undefined || interval === 'month') return false;
  return !(math === 'weekly_active' && interval === 'week');
}

/**
 * The first day of the period for which a total counts active users: 7 or 30 days up to the end of the range; null for
 * other numbers.
 */
function totalFrom({ math = '' }: Series, { display }: TrendsCase, { to }: Setting): string | null {
  const days = ROLLING[math];
  return display === 'total' && days !== undefined ? addDays(to, 1 - days) : null;
}

function countsIn(event: LocalEvent, setting: Setting, from: string | null): boolean {
  return from === null ? inRange(event, setting) : event.local >= from && untilEnd(event, setting);
}

function dataOf(
  events: readonly LocalEvent[],
  series: Series,
  query: TrendsCase,
  setting: Setting,
): number[] {
  const { interval, weekStart } = setting;
  const counted = events.filter((event) =>
    countsIn(event, setting, totalFrom(series, query, setting)),
  );
  if (query.display === 'total') return [valueOf(counted, series)];
  const buckets = axis(setting);
  if (rollsOver(series, query, setting)) {
    return buckets.map((bucket) => distinctActors(window(events, bucket, series, setting), series));
  }
  const isUnique = ['dau', 'unique_group', ...Object.keys(ROLLING)].includes(series.math ?? '');
  const own =
    query.display === 'cumulative' && isUnique
      ? [...grouped(counted, (event) => actorOf(event, series) ?? '')].flatMap(([actor, of]) =>
          actor === '' ? [] : [...of].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, 1),
        )
      : counted;
  return buckets.map((bucket) => {
    const inside = own.filter(({ local }) => bucketOf(local, interval, weekStart) === bucket);
    return inside.length === 0 ? 0 : valueOf(inside, series);
  });
}

/** The events of the 7 or 30 days up to the day `bucket`, or of as many hours up to the hour `bucket`. */
function window(
  events: readonly LocalEvent[],
  bucket: string,
  { math = '' }: Series,
  setting: Setting,
): LocalEvent[] {
  const days = ROLLING[math] ?? 0;
  const unit = setting.interval === 'hour' ? 'hour' : 'day';
  const first = step(bucket, unit, 1 - (unit === 'hour' ? days * 24 : days));
  return events.filter((event) => {
    const at = bucketOf(event.local, unit, 0);
    return at >= first && at <= bucket && untilEnd(event, setting);
  });
}

/** The total of a row in millionths, rounded, because sums of fractions depend on the order of the summands. */
function totalOf({ data }: Pick<Row, 'data'>): number {
  return Math.round(sum(data) * 1e6);
}

function limited(
  rows: readonly Row[],
  { limit, breakdowns, display, hidesOther }: TrendsCase,
): Row[] {
  const isMissing = ({ value }: Row): boolean => value.includes(NULL);
  // In totals, rows without a value are sorted like others until the limit is applied, and last after that.
  const order = ranked(rows, totalOf, display === 'total' ? () => false : isMissing);
  const kept = ranked(order.slice(0, limit), totalOf, isMissing);
  const rest = order.slice(limit);
  if (rest.length === 0 || hidesOther === true) return kept;
  const data = (rest[0]?.data ?? []).map((_, at) => sum(rest.map((row) => row.data[at] ?? 0)));
  const actors = data.map((_, at) =>
    [...new Set(rest.flatMap((row) => row.actors[at] ?? []))].sort(),
  );
  return [...kept, { value: breakdowns.map(() => OTHER), data, actors }];
}

function shown(data: readonly number[], { display }: TrendsCase): readonly number[] {
  return display === 'cumulative' ? data.map((_, at) => sum(data.slice(0, at + 1))) : data;
}
