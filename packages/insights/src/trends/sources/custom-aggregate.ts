import type { Statement } from '@tidemark/hogql';
import { EVENTS } from '../../series/condition';
import { userExpr } from '../../series/user-expr';
import { statement } from '../../sql/template';
import type { Line, Scan } from '../lines';
import { lineWhere, sourceParts } from './parts';

/** `math: hogql`: the user's own aggregate over the events of the line. */
export function customAggregate(line: Line, scan: Scan): Statement {
  return statement(
    `SELECT {line} AS line, breakdown, {key} AS key, toFloat(ifNull(value, 0)) AS value
     FROM (
       SELECT {breakdown} AS breakdown, {bucket} AS bucket, {aggregate} AS value
       FROM events AS ${EVENTS} WHERE {where} GROUP BY breakdown, bucket
     )`,
    {
      ...sourceParts(line, scan),
      aggregate: userExpr(line.node.math_hogql, `${line.field}.math_hogql`),
      where: lineWhere(line, scan),
    },
  );
}
