import type { Expr, Statement } from '@tidemark/hogql';
import { timestampOf, onChosenDays } from '../../date-range/bucket-expr';
import { ast, text } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import type { Line } from '../plan/lines';
import type { Scan } from '../plan/scans';
import { countedGroup } from '../plan/scans';
import { bucketOf, breakdownOf, sourceParts } from './parts';

/**
 * Actors by the bucket of their first event, over all history up to the end of the range
 * (`docs/wire/insights-trends.md#math-first-time`).
 */
export function firstTime(line: Line, scan: Scan): Statement {
  return statement(
    `SELECT {line} AS line, breakdown, {key} AS key, toFloat(count()) AS value
     FROM (SELECT breakdown, {bucket} AS bucket FROM ({first}))
     GROUP BY breakdown, key`,
    {
      ...sourceParts(line, scan),
      bucket: bucketOf(scan, ast.field('first_at')),
      first: firstEvents(line, scan, text('')),
    },
  );
}

/**
 * One row per actor whose first event is in the range: the first event of the series, or the first of its action,
 * which must then match the filters, or the first that matches them. If several events share the first time, one
 * match is enough.
 *
 * @param distinctId an aggregate over the actor's events
 */
export function firstEvents(line: Line, scan: Scan, distinctId: Expr): Statement {
  const actor = actorOf(countedGroup(line, scan));
  const filters = [line.condition, scan.filters].filter((condition) => condition !== null);
  const isFirstMatching = line.node.math !== 'first_time_for_user';
  const until = ast.compare('<=', timestamp(), timestampOf(scan.range.to));
  const read = [until, line.entity, actor.present, ...(isFirstMatching ? filters : [])];
  return statement(
    `SELECT actor, first_at, breakdown, distinct_id
     FROM (
       SELECT {actor} AS actor, min({timestamp}) AS first_at, {distinctId} AS distinct_id,
         minIf({timestamp}, {passes}) AS passed_at,
         argMinIf({breakdown}, {timestamp}, {passes}) AS breakdown
       FROM events AS ${EVENTS} WHERE {where} GROUP BY actor
     )
     WHERE passed_at = first_at AND first_at >= {from} AND {onDays}`,
    {
      actor: actor.id,
      breakdown: breakdownOf(scan),
      distinctId,
      timestamp: timestamp(),
      passes: ast.and(isFirstMatching ? [] : filters),
      where: ast.and(read.filter((condition) => condition !== null)),
      from: timestampOf(scan.range.readFrom),
      onDays: onChosenDays(scan.range, ast.field('first_at')) ?? ast.constant(true),
    },
  );
}

/** Actors by the first bucket of the range with one of their events: the summands of a running sum of unique actors. */
export function firstSeen(line: Line, scan: Scan, where: Expr): Statement {
  const actor = actorOf(countedGroup(line, scan));
  return statement(
    `SELECT {line} AS line, breakdown, {key} AS key, toFloat(count()) AS value
     FROM (
       SELECT breakdown, {bucket} AS bucket
       FROM (
         SELECT {breakdown} AS breakdown, {actor} AS actor, min({timestamp}) AS first_at
         FROM events AS ${EVENTS} WHERE {where} GROUP BY breakdown, actor
       )
     )
     GROUP BY breakdown, key`,
    {
      ...sourceParts(line, scan),
      actor: actor.id,
      bucket: bucketOf(scan, ast.field('first_at')),
      timestamp: timestamp(),
      where: actor.present === null ? where : ast.and([where, actor.present]),
    },
  );
}
