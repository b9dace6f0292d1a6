import type { Expr, Statement } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import { actorOf } from '../../series/actor';
import type { ExperimentPlan } from '../plan/experiment-plan';
import { exposes } from '../statement/exposing';
import { funnelSteps } from '../statement/funnel';

/**
 * The events for which recordings of the selected units are requested (`InsightActors.events`): of a funnel those with
 * which they reached the step, or the last step before it; of other metrics those that exposed them.
 *
 * @param selected rows with `unit` and `times` (`funnelUnits`)
 */
export function recordedEvents(plan: ExperimentPlan, selected: Statement, step: number): Statement {
  const { id, present } = actorOf(plan.exposure.groupTypeIndex);
  const place = (step >= 0 ? step : -step - 1) + 1;
  const conditions = [eventsOf(plan), ...(present === null ? [] : [present])];
  return statement(
    `SELECT a.unit AS actor_id, {uuid} AS uuid, {timestamp} AS occurred_at, {session} AS session_id,
       {window} AS window_id
     FROM events AS ${EVENTS} INNER JOIN (
       SELECT unit, times[${place}] AS reached FROM ({selected})
     ) AS a ON {id} = a.unit
     WHERE {conditions}`,
    {
      uuid: ast.field(EVENTS, 'uuid'),
      timestamp: timestamp(),
      session: ast.field(EVENTS, '$session_id'),
      window: ast.field(EVENTS, '$window_id'),
      selected,
      id,
      conditions: ast.and(conditions),
    },
  );
}

function eventsOf(plan: ExperimentPlan): Expr {
  const { metric } = plan;
  if (metric.metric_type !== 'funnel') return exposes(plan);
  return ast.and([
    ast.or([exposes(plan), ...funnelSteps({ ...plan, metric })]),
    expr('toUnixTimestamp64Micro({timestamp}) = a.reached', { timestamp: timestamp() }),
  ]);
}
