import { intervalSchema } from '@tidemark/contracts';
import type { DateRangeInput, Interval } from '@tidemark/insights';
import { isRangeOver } from '@tidemark/insights';
import type { Staleness } from '../kinds/kind';
import type { QueryProject } from '../project';
import type { KindedQuery } from '../query-request';

/** The maximum age of a result in ms: for callers that need recent changes, and for others. */
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

/** The thresholds of `docs/wire/query.md#freshness`. */
export function freshFor(query: KindedQuery, staleness: Staleness): FreshFor {
  return BY_INTERVAL[staleness === 'any_event' ? 'minute' : intervalOf(query, staleness)];
}

/** Whether a result can never become stale: its date range was over when it was computed. */
export function isSettled(
  query: KindedQuery,
  staleness: Staleness,
  project: QueryProject,
  at: { readonly lastRefresh: Date; readonly now: Date },
): boolean {
  if (staleness === 'any_event') return false;
  return isRangeOver(dateRangeOf(query), {
    readAt: at.lastRefresh,
    now: at.now,
    interval: intervalOf(query, staleness),
    timezone: project.timezone,
    weekStartDay: project.weekStartDay === 1 ? 1 : 0,
  });
}

/** `day` if a query names no interval, as in the insights themselves. */
function intervalOf({ interval }: KindedQuery, staleness: Staleness): Interval {
  if (staleness === 'whole_days') return 'day';
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
