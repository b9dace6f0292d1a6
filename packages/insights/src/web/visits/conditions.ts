import type { Expr } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import type { InsightContext } from '../../insight/context';
import { InsightError } from '../../insight/error';
import { goalCondition } from '../../series/conversion-goal';
import { queryFilters } from '../../series/query-filters';
import type { WebPeriods, WebQuery } from './periods';
import { inEither } from './periods';

/** The events that count as a page view. */
const VIEWS = ['$pageview', '$screen'];

export function eventIn(names: readonly string[]): Expr {
  return ast.compare('in', ast.field(EVENTS, 'event'), ast.list([...names]));
}

export function isView(): Expr {
  return eventIn(VIEWS);
}

/** The condition of the goal; null without a goal. @throws InsightError */
export function goalOf({ conversionGoal }: WebQuery, context: InsightContext): Expr | null {
  return conversionGoal === null || conversionGoal === undefined
    ? null
    : goalCondition(conversionGoal, context);
}

/** A sampling rate in the wire format. */
export interface SamplingRate {
  readonly numerator: number;
  readonly denominator: number | null;
}

/** The share of events that is read: all, unless a rate is forced. @throws InsightError */
export function samplingRateOf({ sampling }: WebQuery): SamplingRate {
  const forced = sampling?.enabled === true ? sampling.forceSamplingRate : null;
  if (forced === null || forced === undefined) return { numerator: 1, denominator: null };
  const { numerator, denominator = null } = forced;
  if (shareOf({ numerator, denominator }) > 1) {
    throw new InsightError('A sampling rate must be at most 1', 'sampling.forceSamplingRate');
  }
  return { numerator, denominator };
}

export function shareOf({ numerator, denominator }: SamplingRate): number {
  return numerator / (denominator ?? 1);
}

type Filters = WebQuery['properties'];

/**
 * Conditions for the events of a query: of certain types, in its periods, that match its filters.
 *
 * @param properties replace the query's own
 * @throws InsightError
 */
export function webConditions(
  query: WebQuery,
  periods: WebPeriods,
  context: InsightContext,
  { kinds, properties = query.properties }: { readonly kinds: Expr; readonly properties?: Filters },
): Expr {
  // The overview shows empty revenue; a table would need columns for it.
  if (query.includeRevenue === true && query.kind !== 'WebOverviewQuery') {
    throw new InsightError('The project has no revenue events', 'includeRevenue');
  }
  const { filterTestAccounts } = query;
  const samplingFactor = shareOf(samplingRateOf(query));
  const filters = queryFilters({ properties, filterTestAccounts, samplingFactor }, context);
  return ast.and([kinds, inEither(timestamp(), periods), ...(filters === null ? [] : [filters])]);
}
