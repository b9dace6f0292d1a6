import type { PathsQuery } from '@tidemark/contracts';
import type { InsightActors } from '../actors/insight-actors';
import { rangeOfQuery } from '../date-range/range-of-query';
import { ast, text } from '../hogql-builders/ast';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import { walkedPaths } from './statement';

/**
 * The actors that followed an edge, continued from an item or reached one, or whose path ended there
 * (`docs/wire/insights-others.md#paths-actors`); without a key all actors with a path. `event_count` is the number of
 * times.
 */
export function pathActors(query: PathsQuery, context: InsightContext): InsightActors {
  const { pathStartKey, pathEndKey, pathDropoffKey } = query.pathsFilter;
  const keys = isGiven(pathDropoffKey)
    ? [['last', pathDropoffKey] as const]
    : [['source', pathStartKey] as const, ['target', pathEndKey] as const];
  const conditions = keys.flatMap(([column, key]) =>
    isGiven(key) ? [ast.compare('==', ast.field(column), text(key))] : [],
  );
  return {
    statement: statement(
      `SELECT actor AS actor_id, count() AS event_count
       FROM (
         SELECT actor, step.1 AS source, step.2 AS target, step.3 AS last
         FROM (
           SELECT actor, arrayJoin(arrayMap((item, at) -> tuple(
               concat(toString(at), '_', item.2),
               if(at = length(path), '', concat(toString(at + 1), '_', path[at + 1].2)),
               if(at = length(path), concat(toString(at), '_', item.2), '')),
             path, arrayEnumerate(path))) AS step
           FROM ({paths})
         )
       )
       WHERE {where}
       GROUP BY actor_id`,
      {
        paths: walkedPaths(query, rangeOfQuery(query.dateRange, 'day', context), context),
        where: ast.and([
          ...conditions,
          // An actor that reaches an item or continues from it follows an edge, which has a target.
          ...(isGiven(pathStartKey) && !isGiven(pathDropoffKey)
            ? [ast.compare('!=', ast.field('target'), text(''))]
            : []),
        ]),
      },
    ),
    columns: ['actor_id', 'event_count'],
    groupTypeIndex: query.aggregation_group_type_index ?? null,
  };
}

function isGiven(key: string | null | undefined): key is string {
  return key !== null && key !== undefined && key !== '';
}
