import type { FunnelsActorsQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { inRange } from '../../series/query-filters';
import { isWarehouseSeries } from '../../series/warehouse-series';
import type { FunnelSettings } from '../plan/settings';
import { funnelActor, isStep } from '../statement/rows/scan';
import { earlierStep } from '../statement/step-reached';
import { funnelActorRows } from './funnel-actors';

/**
 * The events with which actors reached the requested step, or the step before if they dropped off there; for the
 * first step all events of an actor from then on. See `InsightActors.events`. Null if rows of tables are steps.
 *
 * @throws InsightError
 */
export function funnelActorEvents(
  query: FunnelsActorsQuery,
  context: InsightContext,
): Statement | null {
  return eventsOf(query, context, (settings) => stepOf(query, settings));
}

/**
 * The events with which actors reached their last step, as `funnelActorEvents` returns them.
 *
 * @throws InsightError
 */
export function lastStepEvents(
  query: FunnelsActorsQuery,
  context: InsightContext,
): Statement | null {
  return eventsOf(query, context, () => null);
}

function eventsOf(
  query: FunnelsActorsQuery,
  context: InsightContext,
  stepIn: (settings: FunnelSettings) => number | null,
): Statement | null {
  const { source } = query;
  if (source.series.some(isWarehouseSeries)) return null;
  const { actors, where, settings, range } = funnelActorRows(query, context);
  const matches = source.series.map((node, index) => isStep(node, index, source, range, context));
  const step = stepIn(settings);
  const ofFirst = step === 0 && settings.order !== 'unordered';
  const own = ofFirst ? matches.slice(0, 1) : matches;
  return statement(
    `SELECT a.actor AS actor_id, {uuid} AS uuid, {timestamp} AS occurred_at, {session} AS session_id,
       {window} AS window_id
     FROM events AS ${EVENTS} INNER JOIN (
       SELECT actor, ${step === null ? 'arrayMax(times)' : `times[${step + 1}]`} AS reached
       FROM ({actors}) WHERE {where}
     ) AS a ON {id} = a.actor
     WHERE {conditions}`,
    {
      uuid: ast.field(EVENTS, 'uuid'),
      timestamp: timestamp(),
      session: ast.field(EVENTS, '$session_id'),
      window: ast.field(EVENTS, '$window_id'),
      actors,
      where,
      id: funnelActor(source).id,
      conditions: ast.and([
        inRange(range),
        ast.or(own),
        expr(`toUnixTimestamp64Micro({timestamp}) ${ofFirst ? '>=' : '='} a.reached`, {
          timestamp: timestamp(),
        }),
      ]),
    },
  );
}

/** The step whose events are requested, from 0; null for the last step that an actor reached. */
function stepOf(
  { funnelStep, funnelTrendsDropOff }: FunnelsActorsQuery,
  settings: FunnelSettings,
): number | null {
  if (settings.view === 'trends') return funnelTrendsDropOff === true ? null : settings.to;
  const step = funnelStep ?? 1;
  return step > 0 ? step - 1 : earlierStep(-step - 1, settings);
}
