import type { Statement } from '@tidemark/hogql';
import { ast, text } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { statement } from '../../hogql-builders/template';
import { isSessionProperty, mathValue } from '../../series/property-value';
import type { Line } from '../plan/lines';
import type { Scan } from '../plan/scans';
import { sessionId } from '../statement/aggregate';
import { keyOf, lineWhere, sourceParts } from '../statement/parts';

/**
 * One row with a list: for each bucket its key, and minimum, quartiles, maximum and mean of the series' numbers. A row
 * per bucket could be more rows than a query may return.
 */
export function boxStatement(line: Line, scan: Scan): Statement {
  const ofSessions = isSessionProperty(line.node);
  const parts = {
    bucket: sourceParts(line, scan)['bucket'] ?? text(''),
    value: mathValue(line.node, line.field),
  };
  // A property of sessions counts once per session and bucket.
  const values = ofSessions
    ? statement(
        `SELECT {bucket} AS bucket, {session} AS session_key, any({value}) AS value
         FROM events AS ${EVENTS} WHERE {where} GROUP BY bucket, session_key`,
        {
          ...parts,
          session: sessionId(),
          where: lineWhere(line, scan, ast.compare('!=', sessionId(), text(''))),
        },
      )
    : statement(
        `SELECT {bucket} AS bucket, {value} AS value FROM events AS ${EVENTS} WHERE {where}`,
        {
          ...parts,
          where: lineWhere(line, scan),
        },
      );
  return statement(
    `SELECT groupArray(box) FROM (
       SELECT tuple({key}, min(value), quantile(0.25)(value), quantile(0.5)(value), quantile(0.75)(value),
         max(value), avg(value)) AS box
       FROM (SELECT bucket, value FROM ({values}) WHERE isNotNull(value)) GROUP BY bucket)`,
    { values, key: keyOf(scan) },
  );
}
