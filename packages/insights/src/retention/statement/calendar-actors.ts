import type { RetentionQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { timestampOf, startOf } from '../../date-range/bucket-expr';
import { ast, number, text } from '../../hogql-builders/ast';
import { timestamp } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';
import type { RetentionLayout } from '../plan/layout';
import type { RetentionScan } from './scan';
import { every, isEver, isFirst, overScan } from './scan';

/**
 * One row per actor and breakdown value: `starts`, pairs of a row and the interval from which its columns count, and
 * `returns`, both counted in intervals from the first row. If cells add up a number, `entered` and `came` contain
 * every target and every return: interval, number and time.
 */
export function calendarActors(
  query: RetentionQuery,
  layout: RetentionLayout,
  scan: RetentionScan,
): Statement {
  const inTable = ast.compare('>=', timestamp(), timestampOf(layout.rows[0] ?? layout.end));
  const came = isFirst(query) ? every(scan.returning, inTable) : scan.returning;
  const entered = isFirst(query) ? every(scan.target, inTable) : scan.target;
  return overScan(
    scan,
    `SELECT {actor} AS actor, {breakdown} AS breakdown, {starts} AS starts, {returns} AS returns,
       {entered} AS entered, {came} AS came`,
    // An actor that starts only once has one breakdown value, regardless of later events.
    isEver(query) ? 'WHERE {where} GROUP BY actor' : 'WHERE {where} GROUP BY actor, breakdown',
    {
      entered: valuesOf(layout, scan.value, entered),
      came: valuesOf(layout, scan.value, came),
      actor: scan.actor,
      breakdown: isEver(query) ? firstBreakdown(scan) : scan.breakdown,
      starts: isFirst(query) ? firstStart(query, layout, scan) : everyStart(layout, scan.target),
      returns: returnsOf(query, layout, came),
      where: whereOf(query, layout, scan),
    },
  );
}

/** The condition on the time that is read: the whole history for first starts, otherwise the range of the table. */
export function whereOf(
  query: RetentionQuery,
  layout: RetentionLayout,
  { present, filters, target, occurrence, returning }: RetentionScan,
): Expr {
  const end = ast.compare('<', timestamp(), timestampOf(layout.end));
  const inTable = ast.compare('>=', timestamp(), timestampOf(layout.rows[0] ?? layout.end));
  return isFirst(query)
    ? every(end, present, filters, ast.or([occurrence, returning]))
    : every(end, inTable, present, filters, ast.or([target, returning]));
}

/** The breakdown value of the first event with the target's name. */
export function firstBreakdown({ breakdown, occurrence }: RetentionScan): Expr {
  return expr('argMinIf({breakdown}, {timestamp}, {occurrence})', {
    breakdown,
    timestamp: timestamp(),
    occurrence,
  });
}

function everyStart(layout: RetentionLayout, target: Expr): Expr {
  return expr('arrayMap(index -> tuple(index, index), groupUniqArrayIf({index}, {target}))', {
    index: intervalIndex(layout, timestamp()),
    target,
  });
}

/** The start of an actor's history, if it is in the table (`docs/wire/insights-others.md#retention-start`). */
function firstStart(query: RetentionQuery, layout: RetentionLayout, scan: RetentionScan): Expr {
  const { firstTimestamp, counts } = firstTarget(query, layout, scan);
  return expr('if({counts}, [tuple({index}, {index})], [])', {
    counts,
    index: intervalIndex(layout, firstTimestamp),
  });
}

/** The time of an actor's first target, by the type of retention, and whether it is in the table. */
export function firstTarget(
  query: RetentionQuery,
  layout: RetentionLayout,
  { occurrence, target }: RetentionScan,
): { readonly firstTimestamp: Expr; readonly counts: Expr } {
  const firstTimestamp = expr('minIf({timestamp}, {target})', { timestamp: timestamp(), target });
  const counts = expr('countIf({target}) > 0 AND {firstTimestamp} >= {first}', {
    target,
    firstTimestamp,
    first: timestampOf(layout.rows[0] ?? layout.end),
  });
  if (!isEver(query)) return { firstTimestamp, counts };
  // The first event of that name must itself match the filters.
  const named = expr('minIf({timestamp}, {occurrence})', { timestamp: timestamp(), occurrence });
  return { firstTimestamp, counts: ast.and([counts, ast.compare('==', firstTimestamp, named)]) };
}

function returnsOf(query: RetentionQuery, layout: RetentionLayout, returning: Expr): Expr {
  const index = intervalIndex(layout, timestamp());
  const enough = query.retentionFilter.minimumOccurrences ?? 1;
  if (enough === 1) return expr('groupUniqArrayIf({index}, {returning})', { index, returning });
  return expr('arrayFilter(back -> countEqual({all}, back) >= {enough}, arrayDistinct({all}))', {
    all: expr('groupArrayIf({index}, {returning})', { index, returning }),
    enough: number(enough),
  });
}

/** The numbers of the events that match `condition`, each with its interval; empty if nothing is added up. */
function valuesOf(layout: RetentionLayout, value: Expr | null, condition: Expr): Expr {
  if (value === null) return expr('[]');
  return expr('groupArrayIf(tuple({index}, {value}, {timestamp}), {condition})', {
    index: intervalIndex(layout, timestamp()),
    value,
    timestamp: timestamp(),
    condition,
  });
}

/**
 * The interval of the table that contains a time, counted from the first row. The last hour of a day can be half an
 * hour (Lord Howe Island), at most once in a table: parts of hours are therefore rounded up.
 */
function intervalIndex({ interval, rows, end }: RetentionLayout, timestamp: Expr): Expr {
  const hours = interval === 'hour';
  const apart = expr('dateDiff({unit}, {first}, {start})', {
    unit: text(hours ? 'second' : interval),
    first: startOf(interval, timestampOf(rows[0] ?? end)),
    start: startOf(interval, timestamp),
  });
  return hours ? expr('intDiv({apart}, 3600) + if({apart} % 3600 > 0, 1, 0)', { apart }) : apart;
}
