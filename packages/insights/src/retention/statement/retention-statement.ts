import type { RetentionQuery, SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { withBreakdown, withoutBreakdown } from '../../breakdown/compose-lines';
import { DEFAULT_BREAKDOWN_LIMIT } from '../../breakdown/markers';
import { readBreakdown } from '../../breakdown/parts';
import { array, ast, number, text } from '../../hogql-builders/ast';
import { expr, statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { retentionEntities } from '../plan/entities';
import type { RetentionLayout } from '../plan/layout';
import { isRolling } from '../plan/layout';
import { propertySums } from '../plan/property-sums';
import { calendarActors } from './calendar-actors';
import { rollingActors } from './rolling-actors';
import { retentionScan } from './scan';

/** The sizes of the rows themselves. */
const ROW_SIZES = "sumIf(value, endsWith(key, ':0'))";

/** The ranking of breakdown values: by the sizes of their rows. */
export function retentionRanking({ breakdownFilter }: RetentionQuery, parts: number) {
  return {
    limit: breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT,
    parts,
    total: expr(ROW_SIZES),
  };
}

/**
 * Every cell of the table that is not 0, as `row:column` (`docs/wire/insights-others.md#retention-cells`).
 * @throws InsightError
 */
export function retentionStatement(
  query: RetentionQuery,
  layout: RetentionLayout,
  context: InsightContext,
): Statement {
  const breakdown = readBreakdown(query.breakdownFilter, context.pathCleaning);
  const counted = propertySums(query) === null ? countedCells : addedUpCells;
  if (breakdown.kind === 'properties') {
    const counts = counted(retentionCells(query, layout, context, null), 0);
    return withBreakdown([counts], retentionRanking(query, breakdown.parts.length));
  }
  const cohorts = breakdown.kind === 'cohorts' ? breakdown.cohorts : [null];
  return withoutBreakdown(
    cohorts.map((cohort, line) => counted(retentionCells(query, layout, context, cohort), line)),
  );
}

/** The end of the key for a cell's sum, beside the key for its size. */
export const ADDED_UP = ':worth';

/** The number of actors in each cell, and the sum of their numbers. */
function addedUpCells(cells: Statement, line: number): Statement {
  return statement(
    `SELECT {line} AS line, breakdown, point.1 AS key, point.2 AS value
     FROM (
       SELECT breakdown, arrayJoin([tuple(name, actors), tuple(concat(name, {mark}), total)]) AS point
       FROM (
         SELECT breakdown, concat(toString(cell.1), ':', toString(cell.2)) AS name,
           toFloat(count()) AS actors, sum(worth) AS total
         FROM ({cells})
         GROUP BY breakdown, name
       )
     )`,
    { line: number(line), cells, mark: text(ADDED_UP) },
  );
}

/** The number of actors in each cell. */
export function countedCells(cells: Statement, line = 0): Statement {
  return statement(
    `SELECT {line} AS line, breakdown, concat(toString(cell.1), ':', toString(cell.2)) AS key,
       toFloat(count()) AS value
     FROM ({cells})
     GROUP BY breakdown, key`,
    { line: number(line), cells },
  );
}

/** One row per actor, breakdown value and cell of the actor: `actor`, `breakdown`, `cell`. */
export function retentionCells(
  query: RetentionQuery,
  layout: RetentionLayout,
  context: InsightContext,
  cohort: number | 'all' | null,
): Statement {
  const scan = retentionScan(query, layout, context, cohort);
  const actors = isRolling(query)
    ? rollingActors(query, layout, scan, context)
    : calendarActors(query, layout, scan);
  const reached = reachedColumns(layout);
  const cells = statement(
    `SELECT actor, breakdown, entered, came, arrayJoin(arrayFlatten(arrayMap(
       start -> arrayMap(column -> tuple(start.1, column), arrayPushFront({columns}, 0)),
       starts))) AS cell
     FROM ({actors})`,
    {
      actors,
      columns:
        query.retentionFilter.cumulative === true
          ? expr('range(1, arrayMax(arrayPushBack({reached}, 0)) + 1)', { reached })
          : reached,
    },
  );
  return propertySums(query) === null ? cells : withWorth(cells, query, layout);
}

/**
 * Cells with the sum over their actor's events: targets in the first column, returns in the others. Returns that are
 * not targets count in the first column too when they follow the target.
 */
function withWorth(cells: Statement, query: RetentionQuery, layout: RetentionLayout): Statement {
  const { target, returning } = retentionEntities(query);
  const isSame = idOf(target) === idOf(returning) && target.kind === returning.kind;
  const later = expr('arraySum(pair -> if(pair.1 = cell.1 AND pair.3 > entry, pair.2, 0), came)');
  return statement(
    `SELECT actor, breakdown, cell, if(cell.2 = 0,
       arraySum(pair -> if(pair.1 = cell.1, pair.2, 0), entered) + {later},
       arraySum(pair -> if(pair.1 > cell.1 AND {column} = cell.2, pair.2, 0), came)) AS worth
     FROM (
       SELECT actor, breakdown, cell, entered, came,
         arrayMin(arrayMap(pair -> pair.3, arrayFilter(pair -> pair.1 = cell.1, entered))) AS entry
       FROM ({cells})
     )`,
    {
      cells,
      later: isSame ? number(0) : later,
      column: columnAt(layout, expr('(pair.1 - cell.1)')),
    },
  );
}

function idOf(node: SeriesNode): string | number | null {
  return node.kind === 'ActionsNode'
    ? node.id
    : node.kind === 'EventsNode'
      ? (node.event ?? null)
      : null;
}

/** The columns of an actor's returns after a start, each once. */
function reachedColumns(layout: RetentionLayout): Expr {
  return expr(
    `arrayDistinct(arrayFilter(column -> column > 0,
       arrayMap(distance -> {column},
         arrayMap(back -> back - start.2, arrayFilter(back -> back > start.2, returns)))))`,
    { column: columnAt(layout, ast.field('distance')) },
  );
}

/** The column at a distance from a row's start; 0 after the last one. */
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
