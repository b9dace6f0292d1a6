import type { Statement } from '@tidemark/hogql';
import { EVENTS } from '../../series/condition';
import { mathValue } from '../../series/property-value';
import { ast, text } from '../../sql/ast';
import { statement } from '../../sql/template';
import type { Line, Scan } from '../lines';
import { sessionId, statistic } from '../math/aggregate';
import { lineWhere, sourceParts } from './parts';

/** A property of sessions counts once per session and bucket, however many events it has there. */
export function perSession(line: Line, scan: Scan): Statement {
  return statement(
    `SELECT {line} AS line, breakdown, {key} AS key, toFloat({statistic}) AS value
     FROM (
       SELECT {breakdown} AS breakdown, {bucket} AS bucket, {session} AS session_key,
         any({value}) AS of_session
       FROM events AS ${EVENTS} WHERE {where} GROUP BY breakdown, bucket, session_key
     )
     GROUP BY breakdown, bucket`,
    {
      ...sourceParts(line, scan),
      session: sessionId(),
      value: mathValue(line.node, line.field),
      statistic: statistic(line.node.math ?? 'avg', ast.field('of_session')),
      where: lineWhere(line, scan, ast.compare('!=', sessionId(), text(''))),
    },
  );
}
