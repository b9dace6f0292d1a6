import type { ExperimentSource } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { ast, text } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { metricEvents } from './metric-events';
import { exposedUnits, shownOfUnit } from './units';
import type { ValueOfUnit } from './value-of-unit';
import { isInWindow, maturedUnits } from './values';

/**
 * `numbersStatement` of a property of sessions (`docs/wire/experiments.md#value-sessions`): each session with an event
 * of the metric counts once, if the first of these events is in the window. Units without such a session have no row.
 *
 * @throws InsightError
 */
export function sessionValuesStatement(
  plan: ExperimentPlan,
  source: ExperimentSource,
  { item, aggregate }: ValueOfUnit,
  field: string,
): Statement {
  const { id, present } = actorOf(plan.exposure.groupTypeIndex);
  const session = expr("ifNull(toString({id}), '')", { id: ast.field(EVENTS, '$session_id') });
  const sessions = statement(
    `SELECT unit, session, min(at) AS at, any(value) AS value
     FROM (
       SELECT {unit} AS unit, {session} AS session, {timestamp} AS at, {value} AS value
       FROM events AS ${EVENTS} WHERE {where}
     ) GROUP BY unit, session`,
    {
      unit: id,
      session,
      timestamp: timestamp(),
      value: item,
      where: ast.and([
        metricEvents(source, plan, field),
        ast.compare('!=', session, text('')),
        ...(present === null ? [] : [present]),
      ]),
    },
  );
  return statement(
    `SELECT u.unit AS unit, any(u.variant) AS variant, {shown} AS shown, {total} AS v0
     FROM (SELECT * FROM ({sessions})) AS m INNER JOIN (SELECT * FROM ({units})) AS u ON m.unit = u.unit
     WHERE {isInWindow} GROUP BY u.unit`,
    {
      shown: shownOfUnit(plan),
      total: aggregate(expr('m.value'), ast.constant(true)),
      sessions,
      units: maturedUnits(exposedUnits(plan), plan),
      isInWindow: isInWindow(plan),
    },
  );
}
