import type { RetentionQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { momentOf, timestamp } from '../date-range/bucket-expr';
import { EVENTS } from '../series/condition';
import { ast, number } from '../sql/ast';
import { expr, statement } from '../sql/template';
import { intervalIndex } from './interval-index';
import type { RetentionLayout } from './layout';

/** What retention reads of events. */
export interface RetentionScan {
  readonly actor: Expr;
  /** Events that belong to nobody are left out; null when there are none. */
  readonly present: Expr | null;
  readonly breakdown: Expr;
  readonly target: Expr;
  readonly returning: Expr;
  /** The target by its name alone, for the first occurrence ever. */
  readonly occurrence: Expr;
  /** Filters of the whole query; null without any. */
  readonly filters: Expr | null;
  /** A number of each event that cells add up; null when they only count. */
  readonly value: Expr | null;
}

export function isRolling({ retentionFilter }: RetentionQuery): boolean {
  return retentionFilter.timeWindowMode === '24_hour_windows';
}

/**
 * One row per actor and breakdown value: `starts`, pairs of a row and what its columns count from, and
 * `returns`. Both are intervals counted from the first row; with rolling windows columns count from moments,
 * and `returns` are moments. Where cells add a number up, `entered` and `came` have it of every target and
 * every return, in pairs with the interval.
 */
export function retentionActors(
  query: RetentionQuery,
  layout: RetentionLayout,
  scan: RetentionScan,
): Statement {
  const end = ast.compare('<', timestamp(), momentOf(layout.end));
  const inTable = ast.compare('>=', timestamp(), momentOf(layout.rows[0] ?? layout.end));
  const isFirst =
    (query.retentionFilter.retentionType ?? 'retention_recurring') !== 'retention_recurring';
  const all = (...conditions: (Expr | null)[]): Expr =>
    ast.and(conditions.filter((condition) => condition !== null));
  const came = isFirst ? all(scan.returning, scan.filters, inTable) : scan.returning;
  const entered = isFirst ? all(scan.target, scan.filters, inTable) : scan.target;
  return statement(
    `SELECT {actor} AS actor, {breakdown} AS breakdown, {starts} AS starts, {returns} AS returns,
       {entered} AS entered, {came} AS came
     FROM events AS ${EVENTS} WHERE {where} GROUP BY actor, breakdown`,
    {
      entered: valuesOf(layout, scan.value, entered),
      came: valuesOf(layout, scan.value, came),
      actor: scan.actor,
      breakdown: scan.breakdown,
      starts: isFirst
        ? firstStart(query, layout, scan, all(scan.target, scan.filters))
        : everyStart(query, layout, scan.target),
      returns: returnsOf(query, layout, came),
      // A first start may lie anywhere in history.
      where: isFirst
        ? all(end, scan.present, ast.or([scan.occurrence, scan.returning]))
        : all(end, inTable, scan.present, scan.filters, ast.or([scan.target, scan.returning])),
    },
  );
}

function everyStart(query: RetentionQuery, layout: RetentionLayout, target: Expr): Expr {
  if (!isRolling(query)) {
    return expr('arrayMap(index -> tuple(index, index), groupUniqArrayIf({index}, {target}))', {
      index: intervalIndex(layout, timestamp()),
      target,
    });
  }
  // The first of each interval; pairs sort by their interval, then their moment.
  return expr(
    `arrayFilter((pair, before) -> pair.1 != before, {pairs},
       arraySlice(arrayPushFront(arrayMap(pair -> pair.1, {pairs}), -1), 1, length({pairs})))`,
    {
      pairs: expr('arraySort(groupArrayIf(tuple({index}, {timestamp}), {target}))', {
        index: intervalIndex(layout, timestamp()),
        timestamp: timestamp(),
        target,
      }),
    },
  );
}

/** The start of an actor's history, if it lies in the table (`wire/insights.md` §5.2). */
function firstStart(
  query: RetentionQuery,
  layout: RetentionLayout,
  { occurrence }: RetentionScan,
  target: Expr,
): Expr {
  const isEver = query.retentionFilter.retentionType === 'retention_first_ever_occurrence';
  const counted = isEver ? occurrence : target;
  const moment = expr('minIf({timestamp}, {counted})', { timestamp: timestamp(), counted });
  const index = intervalIndex(layout, moment);
  return expr('if({counts} AND {moment} >= {first}, [tuple({index}, {from})], [])', {
    // The first event of that name must itself pass the filters.
    counts: isEver
      ? expr('argMinIf({target}, {timestamp}, {counted})', {
          target,
          timestamp: timestamp(),
          counted,
        })
      : expr('countIf({counted}) > 0', { counted }),
    moment,
    first: momentOf(layout.rows[0] ?? layout.end),
    index,
    from: isRolling(query) ? moment : index,
  });
}

function returnsOf(query: RetentionQuery, layout: RetentionLayout, returning: Expr): Expr {
  if (isRolling(query)) {
    return expr('groupArrayIf({timestamp}, {returning})', { timestamp: timestamp(), returning });
  }
  const index = intervalIndex(layout, timestamp());
  const enough = query.retentionFilter.minimumOccurrences ?? 1;
  if (enough === 1) return expr('groupUniqArrayIf({index}, {returning})', { index, returning });
  return expr('arrayFilter(back -> countEqual({all}, back) >= {enough}, arrayDistinct({all}))', {
    all: expr('groupArrayIf({index}, {returning})', { index, returning }),
    enough: number(enough),
  });
}

/** The numbers of the events that `condition` picks, each with its interval; none where nothing is added up. */
function valuesOf(layout: RetentionLayout, value: Expr | null, condition: Expr): Expr {
  if (value === null) return expr('[]');
  return expr('groupArrayIf(tuple({index}, {value}), {condition})', {
    index: intervalIndex(layout, timestamp()),
    value,
    condition,
  });
}
