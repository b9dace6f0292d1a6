import type { LifecycleQuery } from '@tidemark/contracts';
import type { InsightActors, InsightPoint } from '../actors/insight-actors';
import { placeOf, startOfDay } from '../actors/insight-actors';
import type { ActorOptions } from '../actors/options';
import { optionsOf } from '../actors/options';
import { bucketKey, bucketKeyExpr } from '../date-range/bucket-expr';
import { rangeOfQuery } from '../date-range/range-of-query';
import { ast, text } from '../hogql-builders/ast';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import type { LifecycleResponse } from './plan-lifecycle';
import { lifecycleSeries } from './series';
import { lifecycleSteps } from './statement';

/**
 * The actors with a status in an interval (`docs/wire/insights-others.md#lifecycle-actors`); without a status or
 * interval, those of all statuses or intervals.
 */
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

const STATUSES = ['Dormant', 'New', 'Resurrecting', 'Returning'];

/** The parameters by which actors of a lifecycle can be requested. */
export function lifecycleOptions({ results }: LifecycleResponse): ActorOptions {
  const [first] = results;
  return {
    day: optionsOf(first?.labels ?? [], first?.days ?? []),
    status: STATUSES.map((label) => ({ label, value: label.toLowerCase() })),
  };
}
