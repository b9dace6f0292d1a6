import type { LifecycleQuery } from '@tidemark/contracts';
import { bucketKey, bucketKeyExpr } from '../date-range/bucket-expr';
import { rangeOfQuery } from '../date-range/range-of-query';
import type { InsightActors, InsightPoint } from '../insight-actors';
import { placeOf, startOfDay } from '../insight-actors';
import type { InsightContext } from '../insight-context';
import { ast, text } from '../sql/ast';
import { statement } from '../sql/template';
import { lifecycleSeries } from './series';
import { lifecycleSteps } from './statement';

/** The actors with a status in an interval (`wire/insights.md` §7.3); any of both that is not said. */
export function lifecycleActors(
  query: LifecycleQuery,
  { day, status }: InsightPoint,
  context: InsightContext,
): InsightActors {
  const range = rangeOfQuery(query.dateRange, query.interval ?? 'day', context);
  const series = lifecycleSeries(query, context);
  const conditions = [];
  if (status !== null && status !== undefined) {
    conditions.push(ast.compare('==', ast.field('status'), text(status)));
  }
  if (day !== null && day !== undefined) {
    const bucket = startOfDay(day, range, context);
    const key = placeOf(bucket, range) === -1 ? '' : bucketKey(range.interval, bucket);
    const own = bucketKeyExpr(range.interval, ast.field('bucket'));
    conditions.push(ast.compare('==', own, text(key)));
  }
  return {
    statement: statement(
      'SELECT actor AS actor_id, count() AS event_count FROM ({steps}) WHERE {where} GROUP BY actor_id',
      { steps: lifecycleSteps(query, series, range, context), where: ast.and(conditions) },
    ),
    columns: ['actor_id', 'event_count'],
    groupTypeIndex: query.aggregation_group_type_index ?? null,
  };
}
