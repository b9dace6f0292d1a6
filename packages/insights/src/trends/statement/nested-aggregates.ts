import type { Statement } from '@tidemark/hogql';
import { ast, text } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { statement } from '../../hogql-builders/template';
import { userExpr } from '../../hogql-builders/user-expr';
import { actorOf } from '../../series/actor';
import { mathValue } from '../../series/property-value';
import type { Line } from '../plan/lines';
import { PER_ACTOR } from '../plan/math';
import type { Scan } from '../plan/scans';
import { countedGroup } from '../plan/scans';
import { sessionId, statistic } from './aggregate';
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

/** Events per actor and bucket, and a statistic of those counts. */
export function countsPerActor(line: Line, scan: Scan): Statement {
  const actor = actorOf(countedGroup(line, scan));
  const math = (line.node.math ?? '').replace(PER_ACTOR, '');
  return statement(
    `SELECT {line} AS line, breakdown, {key} AS key, toFloat({value}) AS value
     FROM (
       SELECT {breakdown} AS breakdown, {bucket} AS bucket, {actor} AS actor, count() AS events
       FROM events AS ${EVENTS} WHERE {where} GROUP BY breakdown, bucket, actor
     )
     GROUP BY breakdown, bucket`,
    {
      ...sourceParts(line, scan),
      actor: actor.id,
      value: statistic(math, ast.field('events')),
      where: lineWhere(line, scan, actor.present),
    },
  );
}

/** A property of sessions counts once per session and bucket, regardless of the number of events. */
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
