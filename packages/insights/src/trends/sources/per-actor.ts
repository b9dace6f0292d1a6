import type { Statement } from '@tidemark/hogql';
import { actorOf } from '../../series/actor';
import { EVENTS } from '../../series/condition';
import { ast } from '../../sql/ast';
import { statement } from '../../sql/template';
import type { Line, Scan } from '../lines';
import { PER_ACTOR, countedGroup, statistic } from '../math/aggregate';
import { lineWhere, sourceParts } from './parts';

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
