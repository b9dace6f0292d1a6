import type { Statement } from '@tidemark/hogql';
import { DEFAULT_BREAKDOWN_LIMIT } from '../../breakdown/markers';
import { bucketKeyExpr } from '../../date-range/bucket-expr';
import { bucketStarts } from '../../date-range/buckets';
import { ast, number } from '../../hogql-builders/ast';
import { statement } from '../../hogql-builders/template';
import type { FunnelPlan } from '../plan/funnel-plan';
import { stepReached } from './step-reached';

/** The most points over all values (`docs/wire/insights-funnels.md#funnel-trends`). */
const MAX_POINTS = 1_000;

/**
 * One row per breakdown value: its periods, and how many actors reached the first and the last requested step. If
 * there are more values than the limit, those with the most actors in the first step are returned.
 */
export function trendStatement(plan: FunnelPlan, actors: Statement): Statement {
  const { settings, range } = plan;
  return statement(
    `SELECT shown, groupArray(key) AS keys, groupArray(entered) AS entries, groupArray(done) AS conversions
     FROM (
       SELECT shown, {key} AS key, countIf(${stepReached(settings.from, settings)}) AS entered,
         countIf(${stepReached(settings.to, settings)}) AS done
       FROM ({actors})
       GROUP BY shown, period
     )
     GROUP BY shown
     ORDER BY sum(entered) DESC, shown DESC
     LIMIT {lines}`,
    {
      actors,
      key: bucketKeyExpr(range.interval, ast.field('period')),
      lines: number(linesOf(plan)),
    },
  );
}

/** The number of values that get a line. Lines are always complete: an additional period does not cut the last one. */
function linesOf({ query, range }: FunnelPlan): number {
  const limit = query.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT;
  return Math.max(1, Math.min(limit, Math.floor(MAX_POINTS / bucketStarts(range).length)));
}
