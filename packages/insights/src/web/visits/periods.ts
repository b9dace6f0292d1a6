import type {
  WebExternalClicksTableQuery,
  WebGoalsQuery,
  WebOverviewQuery,
  WebStatsTableQuery,
  WebVitalsPathBreakdownQuery,
} from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { timestampOf } from '../../date-range/bucket-expr';
import type { DateRange } from '../../date-range/date-range';
import { previousPeriod } from '../../date-range/previous-period';
import { rangeOfQuery } from '../../date-range/range-of-query';
import { ast } from '../../hogql-builders/ast';
import type { InsightContext } from '../../insight/context';

export type WebQuery =
  | WebOverviewQuery
  | WebStatsTableQuery
  | WebGoalsQuery
  | WebExternalClicksTableQuery
  | WebVitalsPathBreakdownQuery;

/** The period of the query, and the period it is compared with. */
export interface WebPeriods {
  readonly current: DateRange;
  readonly previous: DateRange | null;
}

/** The period of a query that compares nothing. @throws InsightError */
export function webPeriod(query: WebQuery, context: InsightContext): WebPeriods {
  return webPeriods({ ...query, compareFilter: null }, context);
}

/** The periods of a query; `compare_to` alone is enough for a comparison. @throws InsightError */
export function webPeriods(
  { dateRange, compareFilter, interval }: WebQuery,
  context: InsightContext,
): WebPeriods {
  const unit = interval === 'hour' || interval === 'minute' ? interval : 'day';
  const current = rangeOfQuery(dateRange, unit, context);
  const to = compareFilter?.compare_to ?? '';
  const compares = compareFilter?.compare === true || to !== '';
  return { current, previous: compares ? previousPeriod(current, to) : null };
}

export function inPeriod(time: Expr, { from, to }: DateRange): Expr {
  return ast.and([
    ast.compare('>=', time, timestampOf(from)),
    ast.compare('<=', time, timestampOf(to)),
  ]);
}

/** Whether a time is in the previous period; false without comparison. */
export function inPrevious(time: Expr, { previous }: WebPeriods): Expr {
  return previous === null ? ast.constant(false) : inPeriod(time, previous);
}

export function inEither(time: Expr, { current, previous }: WebPeriods): Expr {
  const now = inPeriod(time, current);
  return previous === null ? now : ast.or([now, inPeriod(time, previous)]);
}
