import type { RetentionQuery, SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { DEFAULT_BREAKDOWN_LIMIT } from '../breakdown/markers';
import { readBreakdown } from '../breakdown/parts';
import { breakdownValues } from '../breakdown/value-expr';
import type { InsightContext } from '../insight-context';
import { InsightError } from '../insight-error';
import { actorOf } from '../series/actor';
import { EVENTS, seriesCondition } from '../series/condition';
import { queryFilters } from '../series/query-filters';
import { array, ast, number, text } from '../sql/ast';
import { withBreakdown, withoutBreakdown } from '../sql/compose-lines';
import { expr, statement } from '../sql/template';
import { isRolling, retentionActors } from './actors';
import { retentionEntities } from './entities';
import type { RetentionLayout } from './layout';

/** The sizes of the rows themselves. */
const ROW_SIZES = "sumIf(value, endsWith(key, ':0'))";

/** Every cell of the table that is not 0, as `row:column` (`wire/insights.md` §5.2). @throws InsightError */
export function retentionStatement(
  query: RetentionQuery,
  layout: RetentionLayout,
  context: InsightContext,
): Statement {
  const { breakdownFilter } = query;
  const breakdown = readBreakdown(breakdownFilter);
  if (breakdown.kind === 'none') {
    return withoutBreakdown([cells(query, layout, context, array([text('')]))]);
  }
  if (breakdown.kind === 'cohorts') {
    throw new InsightError('Retention cannot be broken down by cohorts yet', 'breakdownFilter');
  }
  const values = breakdownValues(breakdown.parts, ast.constant(true), '');
  return withBreakdown([cells(query, layout, context, values)], {
    limit: breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT,
    parts: breakdown.parts.length,
    total: expr(ROW_SIZES),
  });
}

function cells(
  query: RetentionQuery,
  layout: RetentionLayout,
  context: InsightContext,
  breakdown: Expr,
): Statement {
  const { id: actor, present } = actorOf(query.aggregation_group_type_index);
  const { target, returning } = retentionEntities(query);
  const anything = ast.constant(true);
  const actors = retentionActors(query, layout, {
    actor,
    present,
    breakdown,
    target: seriesCondition(target, context, 'retentionFilter.targetEntity') ?? anything,
    returning: seriesCondition(returning, context, 'retentionFilter.returningEntity') ?? anything,
    occurrence: occurrenceOf(target),
    filters: queryFilters(query, context),
  });
  const reached = reachedColumns(query, layout);
  return statement(
    `SELECT 0 AS line, breakdown, concat(toString(cell.1), ':', toString(cell.2)) AS key,
       toFloat(count()) AS value
     FROM (
       SELECT breakdown, arrayJoin(arrayFlatten(arrayMap(
         start -> arrayMap(column -> tuple(start.1, column), arrayPushFront({columns}, 0)),
         starts))) AS cell
       FROM ({actors})
     )
     GROUP BY breakdown, key`,
    {
      actors,
      columns:
        query.retentionFilter.cumulative === true
          ? expr('range(1, arrayMax(arrayPushBack({reached}, 0)) + 1)', { reached })
          : reached,
    },
  );
}

/** The columns that an actor's returns after a start fall into, each once. */
function reachedColumns(query: RetentionQuery, layout: RetentionLayout): Expr {
  const distance = isRolling(query)
    ? expr('age({unit}, start.2, back)', { unit: text(layout.interval) })
    : expr('back - start.2');
  return expr(
    `arrayDistinct(arrayFilter(column -> column > 0,
       arrayMap(back -> {column}, arrayFilter(back -> back > start.2, returns))))`,
    { column: columnAt(layout, distance) },
  );
}

/** The column at a distance from a row's start; 0 beyond the last one. */
function columnAt({ columns }: RetentionLayout, distance: Expr): Expr {
  const isPlain = columns.every(([first, last], at) => first === at + 1 && last === first);
  if (isPlain) {
    return expr('if({distance} <= {last}, {distance}, 0)', {
      distance,
      last: number(columns.length),
    });
  }
  return expr('arrayFirstIndex(last -> {distance} <= last, {ends})', {
    distance,
    ends: array(columns.map(([, last]) => number(last))),
  });
}

/** The target by its name alone. */
function occurrenceOf(target: SeriesNode): Expr {
  if (target.kind === 'EventsNode' && typeof target.event === 'string') {
    return ast.compare('==', ast.field(EVENTS, 'event'), text(target.event));
  }
  return target.kind === 'ActionsNode'
    ? ast.call('matchesAction', number(target.id))
    : ast.constant(true);
}
