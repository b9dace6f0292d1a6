import { addDays, bucketOf, step } from './calendar';
import type { HappenedEvent, LocalEvent, Series, Setting } from './model';
import { axis, belongs, grouped, inRange, localized, named, passes, propertyText } from './model';
import { ranked, sum, untilEnd } from './model';
import { actorOf, distinctActors, valueOf } from './values';

export interface TrendsCase {
  readonly series: readonly Series[];
  /** Properties of events. */
  readonly breakdowns: readonly string[];
  readonly limit: number;
  readonly display: 'line' | 'cumulative' | 'total';
}

export interface EvaluatedLine {
  readonly order: number;
  readonly value: readonly string[];
  readonly data: readonly number[];
}

const NULL = '$$_posthog_breakdown_null_$$';
const OTHER = '$$_posthog_breakdown_other_$$';
const ROLLING: Readonly<Record<string, number>> = { weekly_active: 7, monthly_active: 30 };

/** Trends by their definition, series by series, value by value, bucket by bucket. */
export function evaluateTrends(
  events: readonly HappenedEvent[],
  query: TrendsCase,
  setting: Setting,
): EvaluatedLine[] {
  const all = localized(events, setting);
  return query.series.flatMap((series, order) => {
    const mine = all.filter((event) =>
      series.math?.startsWith('first_') === true ? true : belongs(event, series),
    );
    const lines = firstOnes(mine, series, setting).reduce<Map<string, LocalEvent[]>>(
      (values, event) => {
        const key = JSON.stringify(
          query.breakdowns.map((name) => propertyText(event, name) || NULL),
        );
        return values.set(key, [...(values.get(key) ?? []), event]);
      },
      new Map(),
    );
    const rows = [...lines]
      .map(([key, of]) => {
        const data = dataOf(of, series, query, setting);
        return {
          value: JSON.parse(key) as string[],
          data,
          isThere: isThere(of, data, series, query, setting),
        };
      })
      .filter(({ isThere: there }) => there);
    if (query.breakdowns.length === 0) {
      const empty = axisOf(query, setting).map(() => 0);
      return [{ order, value: [], data: shown(rows[0]?.data ?? empty, query) }];
    }
    return limited(rows, query).map(({ value, data }) => ({
      order,
      value,
      data: shown(data, query),
    }));
  });
}

function axisOf({ display }: TrendsCase, setting: Setting): string[] {
  return display === 'total' ? [''] : axis(setting);
}

/** First-time maths know one event per actor; all others keep all of theirs. */
function firstOnes(events: LocalEvent[], series: Series, setting: Setting): LocalEvent[] {
  const { math = '' } = series;
  if (!math.startsWith('first_')) return events;
  const read = events
    .filter((event) => untilEnd(event, setting) && named(event, series))
    .filter((event) => math === 'first_time_for_user' || passes(event, series))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  return [...grouped(read, ({ who }) => who).values()]
    .flatMap(([first]) => (first === undefined ? [] : [first]))
    .filter((event) => passes(event, series));
}

/** Whether the value has anything to show in the range. */
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

/** Maths that read the actor leave events of nobody out. */
function needsActor(event: LocalEvent, series: Series, { display }: TrendsCase): boolean {
  const math = series.math ?? 'total';
  const isPerActor = math.endsWith('_count_per_actor') || display === 'cumulative';
  return !isPerActor || actorOf(event, series) !== undefined;
}

function rollsOver({ math = '' }: Series, { display }: TrendsCase, { interval }: Setting): boolean {
  if (display === 'total' || ROLLING[math] === undefined || interval === 'month') return false;
  return !(math === 'weekly_active' && interval === 'week');
}

/** Totals of active users look back from the end of the range. */
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

/** The days, or as many hours, that end with a bucket's first day or hour. */
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

function limited(
  rows: readonly { readonly value: readonly string[]; readonly data: number[] }[],
  { limit, breakdowns }: TrendsCase,
) {
  const order = ranked(
    rows,
    ({ data }) => Math.round(sum(data) * 1e6),
    ({ value }) => value.includes(NULL),
  );
  const rest = order.slice(limit);
  if (rest.length === 0) return order;
  const data = (rest[0]?.data ?? []).map((_, at) => sum(rest.map((row) => row.data[at] ?? 0)));
  return [...order.slice(0, limit), { value: breakdowns.map(() => OTHER), data }];
}

function shown(data: readonly number[], { display }: TrendsCase): readonly number[] {
  return display === 'cumulative' ? data.map((_, at) => sum(data.slice(0, at + 1))) : data;
}
