import type { Expr, Statement } from '@tidemark/hogql';
import { timestamp } from '../../date-range/bucket-expr';
import { eventNamesOf } from '../../series/condition';
import { EVENTS } from '../../series/condition';
import { array, ast, number } from '../../sql/ast';
import type { Parts } from '../../sql/template';
import { expr, statement } from '../../sql/template';
import type { Line, Scan } from '../lines';
import { aggregateOf } from '../math/aggregate';
import { bucketOf, keyOf, lineWhere, sourceParts } from './parts';

/** All lines whose value is one aggregate over events, read in one pass. */
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
      where: ast.and([scan.where, ...namedEvents(lines)]),
    },
  );
}

/**
 * What rows are grouped by: the bucket, and the elements of their breakdown, for texts are told apart faster than
 * lists of texts.
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

/** Events that no line can want are not even read. */
function namedEvents(lines: readonly Line[]): Expr[] {
  const names = new Set<string>();
  for (const { node } of lines) {
    const own = eventNamesOf(node);
    if (own === null) return [];
    for (const name of own) names.add(name);
  }
  return [ast.compare('in', ast.field(EVENTS, 'event'), ast.list([...names]))];
}
