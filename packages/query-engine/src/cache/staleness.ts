import { intervalSchema } from '@tidemark/contracts';
import type { DateRangeInput, Interval } from '@tidemark/insights';
import { isRangeOver } from '@tidemark/insights';
import type { KindedQuery } from '../query-request';
import type { QueryProject } from '../project';

/** How old a result may grow, in ms: for callers in a hurry to see changes, and for those who are not. */
export interface FreshFor {
  readonly very: number;
  readonly somewhat: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const BY_INTERVAL: Readonly<Record<Interval, FreshFor>> = {
  second: { very: 5 * MINUTE, somewhat: 15 * MINUTE },
  minute: { very: 5 * MINUTE, somewhat: 15 * MINUTE },
  hour: { very: HOUR, somewhat: 2 * HOUR },
  day: { very: 6 * HOUR, somewhat: 12 * HOUR },
  week: { very: DAY, somewhat: DAY },
  month: { very: 2 * DAY, somewhat: 2 * DAY },
  quarter: { very: 2 * DAY, somewhat: 2 * DAY },
  year: { very: 2 * DAY, somewhat: 2 * DAY },
};

/** Kinds without a date range of their own: what they read may change with any event. */
const WITHOUT_RANGE: ReadonlySet<string> = new Set([
  'HogQLQuery',
  'EventsQuery',
  'ActorsQuery',
  'SessionsQuery',
  'GroupsQuery',
  'FunnelCorrelationQuery',
  'FunnelCorrelationActorsQuery',
]);

/** Kinds that read whole days, whatever interval they name. */
const OF_DAYS: ReadonlySet<string> = new Set([
  'CalendarHeatmapQuery',
  'WebOverviewQuery',
  'WebStatsTableQuery',
]);

/** The thresholds of `wire/query.md` §2.2. */
export function freshFor(query: KindedQuery): FreshFor {
  return BY_INTERVAL[WITHOUT_RANGE.has(query.kind) ? 'minute' : intervalOf(query)];
}

/** Whether a result can never grow stale: the range it tells about was over when it was computed. */
export function isSettled(
  query: KindedQuery,
  project: QueryProject,
  at: { readonly lastRefresh: Date; readonly now: Date },
): boolean {
  if (WITHOUT_RANGE.has(query.kind)) return false;
  return isRangeOver(dateRangeOf(query), {
    readAt: at.lastRefresh,
    now: at.now,
    interval: intervalOf(query),
    timezone: project.timezone,
    weekStartDay: project.weekStartDay === 1 ? 1 : 0,
  });
}

/** `day` where a query says none, as the insights themselves count. */
function intervalOf({ kind, interval }: KindedQuery): Interval {
  if (OF_DAYS.has(kind)) return 'day';
  return intervalSchema.options.find((known) => known === interval) ?? 'day';
}

function dateRangeOf({ dateRange }: KindedQuery): DateRangeInput {
  if (typeof dateRange !== 'object' || dateRange === null) return {};
  const { date_from, date_to, explicitDate } = dateRange as Readonly<Record<string, unknown>>;
  return {
    date_from: typeof date_from === 'string' ? date_from : null,
    date_to: typeof date_to === 'string' ? date_to : null,
    explicitDate: explicitDate === true,
  };
}
