import type { WebGoalsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { ast, number } from '../hogql-builders/ast';
import { EVENTS, timestamp } from '../hogql-builders/events';
import type { Parts } from '../hogql-builders/template';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import type { InsightPlan } from '../insight/plan';
import type { SamplingRate } from './visits/conditions';
import { isView, samplingRateOf, shareOf, webConditions } from './visits/conditions';
import type { WebPeriods } from './visits/periods';
import { inEither, inPeriod, inPrevious, webPeriods } from './visits/periods';
import { sessionId, sessionStart } from './visits/sessions';

/** An action that represents a goal. */
interface Goal {
  readonly id: number;
  readonly name: string | null;
}

type Pair = readonly [current: number, previous: number | null];

export interface WebGoalsResponse {
  /** Per goal: its name, the visitors that reached it, the number of times, and the share of all visitors. */
  readonly results: readonly (readonly [name: string, Pair, Pair, Pair])[];
  readonly columns: readonly string[];
  readonly samplingRate: SamplingRate;
}

const COLUMNS = ['action_name', 'converting_users', 'total_conversions', 'conversion_rate'];

/**
 * WebGoalsQuery: the visitors that reached each goal. Sessions count in the period in which they began. @throws
 * InsightError
 */
export function planWebGoals(
  query: WebGoalsQuery,
  goals: readonly Goal[],
  context: InsightContext,
): InsightPlan<WebGoalsResponse> {
  const samplingRate = samplingRateOf(query);
  const share = shareOf(samplingRate);
  const periods = webPeriods(query, context);
  return {
    statements: goals.length === 0 ? [] : [goalsStatement(query, goals, periods, context)],
    shape: ([[numbers = []] = []]) => {
      const at = (index: number): number => Number(numbers[index] ?? 0) / share;
      const shown = (index: number): Pair => [
        at(index),
        periods.previous === null ? null : at(index + 1),
      ];
      const visitors = shown(0);
      const results = goals.map(({ name }, goal) => {
        const [total, unique] = [shown(2 + goal * 4), shown(4 + goal * 4)];
        return [name ?? '', unique, total, rateOf(unique, visitors)] as const;
      });
      return {
        results: ordered(results, query),
        columns: COLUMNS.map((name) => `context.columns.${name}`),
        samplingRate,
      };
    },
  };
}

function rateOf(unique: Pair, visitors: Pair): Pair {
  const rate = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
  return [
    rate(unique[0], visitors[0]),
    unique[1] === null ? null : rate(unique[1], visitors[1] ?? 0),
  ];
}

const ORDERS: Readonly<Record<string, 1 | 2 | 3>> = {
  ConvertingUsers: 1,
  TotalConversions: 2,
  ConversionRate: 3,
};

/** The goals in the project's order, unless the query orders by one of their numbers. */
function ordered(
  results: WebGoalsResponse['results'],
  { orderBy }: WebGoalsQuery,
): WebGoalsResponse['results'] {
  const by = ORDERS[orderBy?.[0] ?? ''];
  if (by === undefined) return results;
  const sign = orderBy?.[1] === 'ASC' ? 1 : -1;
  return [...results].sort(
    (one, other) => sign * (one[by][0] - other[by][0] || (one[by][1] ?? 0) - (other[by][1] ?? 0)),
  );
}

/** One row: visitors of both periods, then for each goal how often and by how many visitors it was reached. */
function goalsStatement(
  query: WebGoalsQuery,
  goals: readonly Goal[],
  periods: WebPeriods,
  context: InsightContext,
): Statement {
  const start = ast.field('start');
  const conditions = goals.map(({ id }): Expr => ast.call('matchesAction', number(id)));
  const parts: Parts = {
    person: ast.field(EVENTS, 'person_id'),
    session: sessionId(),
    start: sessionStart(),
    where: webConditions(query, periods, context, { kinds: ast.or([isView(), ...conditions]) }),
    isCurrent: inPeriod(start, periods.current),
    isPrevious: inPrevious(start, periods),
    inEither: inEither(start, periods),
    now: inPeriod(timestamp(), periods.current),
    before: inPrevious(timestamp(), periods),
    ...Object.fromEntries(conditions.map((condition, at) => [`goal${at}`, condition])),
  };
  const counts = goals.flatMap((_, at) => [
    `countIf({goal${at}} AND {now}) AS times_${at}`,
    `countIf({goal${at}} AND {before}) AS earlier_${at}`,
  ]);
  const sums = goals.flatMap((_, at) => [
    `sum(times_${at})`,
    `sum(earlier_${at})`,
    `countDistinctIf(visitor, times_${at} > 0)`,
    `countDistinctIf(visitor, earlier_${at} > 0)`,
  ]);
  return statement(
    `SELECT countDistinctIf(visitor, is_current), countDistinctIf(visitor, is_previous), ${sums.join(', ')}
     FROM (
       SELECT *, {isCurrent} AS is_current, {isPrevious} AS is_previous
       FROM (
         SELECT {session} AS session_id, any({person}) AS visitor, min({start}) AS start, ${counts.join(', ')}
         FROM events AS ${EVENTS} WHERE notEmpty({session}) AND {where}
         GROUP BY session_id
       )
       WHERE {inEither}
     )`,
    parts,
  );
}
