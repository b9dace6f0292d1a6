import type { Statement } from '@tidemark/hogql';
import { HogQLError, parseExpr } from '@tidemark/hogql';
import type { Expr } from '@tidemark/hogql';
import { InsightError } from '../../insight-error';
import { EVENTS } from '../../series/condition';
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
    { ...sourceParts(line, scan), aggregate: aggregateOf(line), where: lineWhere(line, scan) },
  );
}

function aggregateOf({ node, field }: Line): Expr {
  const source = node.math_hogql;
  const where = `${field}.math_hogql`;
  if (source === null || source === undefined || source.trim() === '') {
    throw new InsightError('This math needs an expression', where);
  }
  try {
    return parseExpr(source);
  } catch (error) {
    if (!(error instanceof HogQLError)) throw error;
    throw new InsightError(`In the expression: ${error.message}`, where);
  }
}
