import type { FunnelsQuery, TrendsQuery } from './types';

/** The people behind a number: a query that lists them, and how their number can be compared with the number. */
export interface PeopleBehind {
  readonly title: string;
  /** The source of an `ActorsQuery`. */
  readonly source: { readonly kind: string } & Readonly<Record<string, unknown>>;
  /**
   * A HogQL condition on the columns of the source. It is set if the source contains more people than the number
   * counts.
   */
  readonly where?: string;
  readonly clicked: number;
  /**
   * What the number must equal: the number of people, the number of their events, or the percentage of `source` in
   * `source` and `rest` together. Null if it cannot be compared.
   */
  readonly comparable: 'people' | 'events' | 'share' | null;
  /** If the number is a conversion rate: the people who entered but did not convert. */
  readonly rest?: PeopleBehind['source'];
}

interface TrendPoint {
  readonly title: string;
  readonly seriesIndex: number;
  /** The start of the bucket; null for the whole range. */
  readonly day: string | null;
  readonly breakdown: unknown;
  readonly compare: 'current' | 'previous' | null;
  readonly value: number;
  /** The exact range of the response, if the range of the query ends at the current time. */
  readonly exactRange?: { readonly date_from: string; readonly date_to: string } | null;
}

const COUNTS_PEOPLE = new Set([
  'dau',
  'weekly_active',
  'monthly_active',
  'first_time_for_user',
  'first_matching_event_for_user',
]);

/** The people behind a point of a trends chart (`docs/wire/insights-trends.md#trends-actors`). */
export function peopleBehindPoint(query: TrendsQuery, point: TrendPoint): PeopleBehind {
  const math = query.series[point.seriesIndex]?.math ?? 'total';
  // A cumulative value counts all buckets up to the point, so it cannot be compared with the people of one bucket.
  const isCumulative = query.trendsFilter?.display === 'ActionsLineGraphCumulative';
  const source = {
    kind: 'InsightActorsQuery',
    source: withExactRange(query, point),
    series: point.seriesIndex,
    ...(point.day === null ? {} : { day: point.day }),
    ...(point.breakdown === undefined ? {} : { breakdown: point.breakdown }),
    ...(point.compare === null ? {} : { compare: point.compare }),
  };
  const counted = isCumulative ? null : comparableOf(math);
  return { title: point.title, source, clicked: point.value, comparable: counted };
}

/**
 * For a single number, the range ends at the second of the computation, so its people are requested with the exact
 * range.
 */
function withExactRange(query: TrendsQuery, { exactRange }: TrendPoint): TrendsQuery {
  if (query.trendsFilter?.display !== 'BoldNumber' || !exactRange) return query;
  return { ...query, dateRange: { ...query.dateRange, ...exactRange, explicitDate: true } };
}

/** What a number with this math can be compared with. */
export function comparableOf(math: string): PeopleBehind['comparable'] {
  if (COUNTS_PEOPLE.has(math)) return 'people';
  return math === 'total' ? 'events' : null;
}

interface FunnelPoint {
  readonly title: string;
  /** The number of the step, from 1; negative for people who dropped off before it. */
  readonly step: number;
  readonly breakdown: unknown;
  readonly compare: 'current' | 'previous' | null;
  readonly value: number;
}

/** The people behind a step of a funnel (`docs/wire/insights-funnels.md#funnel-actors`). */
export function peopleBehindStep(query: FunnelsQuery, point: FunnelPoint): PeopleBehind {
  const source = {
    kind: 'FunnelsActorsQuery',
    source: query,
    funnelStep: point.step,
    ...(point.breakdown === undefined ? {} : { funnelStepBreakdown: point.breakdown }),
    ...(point.compare === null ? {} : { compare: point.compare }),
  };
  return { title: point.title, source, clicked: point.value, comparable: 'people' };
}

interface ConversionPoint {
  readonly title: string;
  /** The start of the period in which the people entered. */
  readonly day: string;
  readonly breakdown: unknown;
  readonly compare: 'current' | 'previous' | null;
  /** A percentage from 0 to 100. */
  readonly value: number;
}

/** The people who entered a funnel in a period and converted; `rest` are those who did not. */
export function peopleBehindConversion(query: FunnelsQuery, point: ConversionPoint): PeopleBehind {
  const of = (funnelTrendsDropOff: boolean) => ({
    kind: 'FunnelsActorsQuery',
    source: query,
    funnelTrendsDropOff,
    funnelTrendsEntrancePeriodStart: point.day,
    ...(point.breakdown === undefined ? {} : { funnelStepBreakdown: point.breakdown }),
    ...(point.compare === null ? {} : { compare: point.compare }),
  });
  const { title, value } = point;
  return { title, source: of(false), rest: of(true), clicked: value, comparable: 'share' };
}

/** The query for the number of people and, if events can be compared, the number of events: one row. */
export function countQuery({ source, where, comparable }: PeopleBehind) {
  const select = comparable === 'events' ? ['count()', 'sum(event_count)'] : ['count()'];
  return { kind: 'ActorsQuery', source, select, ...narrowed(where) };
}

/** The query for a page of the people. */
export function peoplePageQuery({ source, where }: PeopleBehind, limit: number, offset: number) {
  return { kind: 'ActorsQuery', source, select: ['actor'], ...narrowed(where), limit, offset };
}

/** The query for a file with a line per person. The server streams the whole file. */
export function exportQuery({ source, where }: PeopleBehind) {
  const select = ['id', 'properties.email', 'properties.name', 'created_at'];
  return { kind: 'ActorsQuery', source, select, ...narrowed(where) };
}

/** The people who entered without converting; null if the number is not a share. */
export function restOf(people: PeopleBehind): PeopleBehind | null {
  const { rest, title } = people;
  if (rest === undefined) return null;
  return { title, source: rest, clicked: 0, comparable: null };
}

function narrowed(where: string | undefined): object {
  return where === undefined ? {} : { properties: [{ type: 'hogql', key: where }] };
}
