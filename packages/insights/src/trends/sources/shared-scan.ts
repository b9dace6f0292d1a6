import type { Expr, Statement } from '@tidemark/hogql';
import { eventNamesOf } from '../../series/condition';
import { EVENTS } from '../../series/condition';
import { array, ast, number } from '../../sql/ast';
import { expr, statement } from '../../sql/template';
import type { Line, Scan } from '../lines';
import { aggregateOf } from '../math/aggregate';
import { lineWhere, sourceParts } from './parts';

const GROUPS = 'GROUP BY breakdown, bucket';

/** All lines whose value is one aggregate over events, read in one pass. */
export function sharedScan(lines: readonly Line[], scan: Scan): Statement {
  const [only] = lines;
  return lines.length === 1 && only !== undefined ? oneLine(only, scan) : manyLines(lines, scan);
}

function oneLine(line: Line, scan: Scan): Statement {
  return statement(
    `SELECT {line} AS line, breakdown, {key} AS key, value
     FROM (
       SELECT {breakdown} AS breakdown, {bucket} AS bucket, toFloat({value}) AS value
       FROM events AS ${EVENTS} WHERE {where} ${GROUPS}
     )`,
    {
      ...sourceParts(line, scan),
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
  return statement(
    `SELECT point.1 AS line, breakdown, {key} AS key, point.3 AS value
     FROM (
       SELECT breakdown, bucket, arrayJoin(points) AS point
       FROM (
         SELECT {breakdown} AS breakdown, {bucket} AS bucket, {points} AS points
         FROM events AS ${EVENTS} WHERE {where} ${GROUPS}
       )
     )
     WHERE point.2 > 0`,
    {
      ...sourceParts({ id: 0 }, scan),
      points: array(points),
      where: ast.and([scan.where, ...namedEvents(lines)]),
    },
  );
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
