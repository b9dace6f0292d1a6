import type { ExperimentSource } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { ast, text } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { metricEvents } from './metric-events';
import { exposedUnits, joinedUnits, shownOfUnit, variantOfUnit } from './units';
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
  return statement(
    `SELECT u.unit AS unit, any(u.variant) AS variant, {shown} AS shown, {total} AS v0
     FROM (SELECT * FROM ({sessions})) AS m INNER JOIN (SELECT * FROM ({units})) AS u ON m.unit = u.unit
     WHERE {isInWindow} GROUP BY u.unit`,
    {
      shown: shownOfUnit(plan),
      total: aggregate(expr('m.value'), ast.constant(true)),
      sessions: sessionsStatement(plan, source, item, field),
      units: maturedUnits(exposedUnits(plan), plan),
      isInWindow: isInWindow(plan),
    },
  );
}

/** The same with a row for each exposed unit, which is 0 for units without such a session. @throws InsightError */
export function sessionValuesOfAll(
  plan: ExperimentPlan,
  source: ExperimentSource,
  { item, aggregate }: ValueOfUnit,
  field: string,
): Statement {
  const counts = ast.and([expr("m.session != ''"), isInWindow(plan)]);
  return statement(
    `SELECT u.unit AS unit, {variant} AS variant, {shown} AS shown, {total} AS v0
     FROM (SELECT * FROM ({sessions})) AS m RIGHT JOIN (SELECT * FROM ({units})) AS u ON m.unit = u.unit
     GROUP BY u.unit`,
    {
      variant: variantOfUnit(plan),
      shown: shownOfUnit(plan),
      total: aggregate(expr('m.value'), counts),
      sessions: sessionsStatement(plan, source, item, field),
      units: maturedUnits(joinedUnits(plan), plan),
    },
  );
}

/** A row per unit and session with events of the metric: `unit`, `session`, `at` of the first one, and `value`. */
function sessionsStatement(
  plan: ExperimentPlan,
  source: ExperimentSource,
  item: Expr,
  field: string,
): Statement {
  const { id, present } = actorOf(plan.exposure.groupTypeIndex);
  const session = expr("ifNull(toString({id}), '')", { id: ast.field(EVENTS, '$session_id') });
  return statement(
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
}
