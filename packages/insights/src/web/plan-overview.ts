import type { WebOverviewQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { ast } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import type { InsightPlan } from '../insight/plan';
import type { OverviewItem } from './overview-items';
import { METRICS, OF_GOALS, overviewItems, revenueItem } from './overview-items';
import type { SamplingRate } from './visits/conditions';
import { goalOf, isView, samplingRateOf, shareOf, webConditions } from './visits/conditions';
import { inEither, inPeriod, inPrevious, webPeriods } from './visits/periods';
import { isBounce, sessionField, sessionId, sessionStart } from './visits/sessions';

export interface WebOverviewResponse {
  readonly results: readonly OverviewItem[];
  readonly samplingRate: SamplingRate;
  /** In the project's zone. */
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly usedPreAggregatedTables: false;
}

const CLOCK = 'yyyy-MM-dd HH:mm:ss';

/**
 * WebOverviewQuery: visitors, views, sessions, their duration and bounce rate; with a goal, conversions. A session
 * counts in the period in which it began. One pass over the events of both periods.
 *
 * @throws InsightError
 */
export function planWebOverview(
  query: WebOverviewQuery,
  context: InsightContext,
): InsightPlan<WebOverviewResponse> {
  const { current } = webPeriods(query, context);
  const samplingRate = samplingRateOf(query);
  const hasGoal = query.conversionGoal !== null && query.conversionGoal !== undefined;
  return {
    statements: [overviewStatement(query, context)],
    shape: ([rows = []]) => ({
      results: [
        ...overviewItems(rows[0] ?? [], {
          metrics: hasGoal ? OF_GOALS : METRICS,
          compares: query.compareFilter?.compare === true,
          share: shareOf(samplingRate),
        }),
        ...(query.includeRevenue === true ? [revenueItem(hasGoal)] : []),
      ],
      samplingRate,
      dateFrom: current.from.toFormat(CLOCK),
      dateTo: current.to.toFormat(CLOCK),
      usedPreAggregatedTables: false,
    }),
  };
}

/** One row: each metric in the period, and in the previous one. */
function overviewStatement(query: WebOverviewQuery, context: InsightContext): Statement {
  const periods = webPeriods(query, context);
  const goal = goalOf(query, context);
  const kinds = goal === null ? isView() : ast.or([isView(), goal]);
  const metrics = goal === null ? METRICS : OF_GOALS;
  const pairs = metrics.flatMap(({ aggregate, column }) =>
    ['is_current', 'is_previous'].map((period) => `${aggregate}If(${column}, ${period})`),
  );
  const start = ast.field('start');
  const shared = {
    person: ast.field(EVENTS, 'person_id'),
    session: sessionId(),
    start: sessionStart(),
    where: webConditions(query, periods, context, { kinds }),
    isCurrent: inPeriod(start, periods.current),
    isPrevious: inPrevious(start, periods),
    inEither: inEither(start, periods),
  };
  const own =
    goal === null
      ? 'countIf({isView}) AS views, any({duration}) AS duration, any({bounce}) AS bounce'
      : 'countIf({goal}) AS conversions, any(if({goal}, {person}, NULL)) AS converted';
  return statement(
    `SELECT ${pairs.join(', ')}
     FROM (
       SELECT *, {isCurrent} AS is_current, {isPrevious} AS is_previous
       FROM (
         SELECT {session} AS session_id, any({person}) AS visitor, min({start}) AS start, ${own}
         FROM events AS ${EVENTS} WHERE notEmpty({session}) AND {where}
         GROUP BY session_id
       )
       WHERE {inEither}
     )`,
    goal === null
      ? {
          ...shared,
          isView: isView(),
          duration: sessionField('$session_duration'),
          bounce: isBounce(),
        }
      : { ...shared, goal },
  );
}
