import type { Statement } from '@tidemark/hogql';
import { array, ast, number } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import type { Parts } from '../../hogql-builders/template';
import { expr, statement } from '../../hogql-builders/template';
import { namedEvents } from '../../series/condition';
import type { Line } from '../plan/lines';
import type { Scan } from '../plan/scans';
import { aggregateOf } from './aggregate';
import { bucketOf, keyOf, lineWhere, sourceParts } from './parts';

/** The points of all lines whose value is one aggregate over events, in one pass. */
export function sharedScan(lines: readonly Line[], scan: Scan): Statement {
  const [only] = lines;
  return lines.length === 1 && only !== undefined ? oneLine(only, scan) : manyLines(lines, scan);
}

function oneLine(line: Line, scan: Scan): Statement {
  const groups = groupsOf(scan);
  return statement(
    `SELECT {line} AS line, {breakdown} AS breakdown, {key} AS key, toFloat({value}) AS value
     FROM events AS ${EVENTS} WHERE {where} GROUP BY ${groups.sql}`,
    {
      ...sourceParts(line, scan),
      ...groups.parts,
      key: keyOf(scan, bucketOf(scan, timestamp())),
      value: aggregateOf(line, scan, null),
      where: lineWhere(line, scan),
    },
  );
}

function manyLines(lines: readonly Line[], scan: Scan): Statement {
  const points = lines.map((line) => {
    const condition = line.condition;
    return expr('tuple({line}, {events}, toFloat({value}))', {
      line: number(line.id),
      // A line without events in a bucket has no value for that breakdown, not the value 0.
      events: condition === null ? expr('count()') : expr('countIf({condition})', { condition }),
      value: aggregateOf(line, scan, condition),
    });
  });
  const groups = groupsOf(scan);
  // Events that belong to no line are not read.
  const named = namedEvents(lines.map(({ node }) => node));
  return statement(
    `SELECT point.1 AS line, breakdown, key, point.3 AS value
     FROM (
       SELECT {breakdown} AS breakdown, {key} AS key, arrayJoin({points}) AS point
       FROM events AS ${EVENTS} WHERE {where} GROUP BY ${groups.sql}
     )
     WHERE point.2 > 0`,
    {
      ...sourceParts({ id: 0 }, scan),
      ...groups.parts,
      key: keyOf(scan, bucketOf(scan, timestamp())),
      points: array(points),
      where: ast.and([scan.where, ...(named === null ? [] : [named])]),
    },
  );
}

/**
 * The columns that rows are grouped by: the bucket, and the single texts of the breakdown, because grouping by texts
 * is faster than by lists of texts.
 */
function groupsOf({ breakdown }: Scan): { readonly sql: string; readonly parts: Parts } {
  if (breakdown === null) return { sql: '{bucket}', parts: {} };
  if (breakdown.type !== 'Array' || breakdown.exprs.length === 0) {
    return { sql: 'breakdown, {bucket}', parts: {} };
  }
  const parts = Object.fromEntries(breakdown.exprs.map((value, at) => [`value${at}`, value]));
  const names = Object.keys(parts).map((name) => `{${name}}`);
  return { sql: [...names, '{bucket}'].join(', '), parts };
}
