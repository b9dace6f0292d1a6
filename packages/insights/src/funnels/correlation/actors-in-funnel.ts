import type { FunnelCorrelationQuery, FunnelsActorsQuery, SeriesNode } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr, statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { InsightError } from '../../insight/error';
import { inRange } from '../../series/query-filters';
import { funnelActorRows } from '../actors/funnel-actors';
import { funnelActor } from '../statement/rows/scan';

/** The alias of a funnel's actors in statements of correlations. */
export const ACTORS = 'a';

/** The actors whose path through a funnel is analysed, and the events that belong to it. */
export interface ActorsInFunnel {
  /**
   * `actor`, `converted`, and the period in microseconds in which the actor moved through the funnel: `start`,
   * `until`.
   */
  readonly actors: Statement;
  /** The id of an event's actor. */
  readonly id: Expr;
  /**
   * Conditions for events of an actor in that period, except events of the funnel's steps; they require `actors` to
   * be joined as `a`.
   */
  readonly onTheWay: readonly Expr[];
}

/**
 * All actors in the funnel of the source, or those that its step and breakdown value select. Actors that converted
 * are analysed up to the last step, others for as long as the window was open.
 *
 * @throws InsightError
 */
export function actorsInFunnel(
  query: FunnelCorrelationQuery,
  context: InsightContext,
): ActorsInFunnel {
  const asked = everybodyIn(query);
  const { source: funnel } = asked;
  const { actors, where, settings, range } = funnelActorRows(asked, context);
  const own = stepEvents(funnel.series, context);
  const time = expr('toUnixTimestamp64Micro({timestamp})', { timestamp: timestamp() });
  return {
    actors: statement(
      `SELECT actor, level = ${settings.steps - 1} AS converted, start,
         if(level = ${settings.steps - 1}, times[${settings.steps}], start + ${settings.window}) AS until
       FROM ({actors}) WHERE {where}`,
      { actors, where },
    ),
    id: funnelActor(funnel).id,
    onTheWay: [
      inRange(range),
      ast.compare('>', time, ast.field(ACTORS, 'start')),
      ast.compare('<', time, ast.field(ACTORS, 'until')),
      ...(own.length === 0
        ? []
        : [ast.compare('not in', ast.field(EVENTS, 'event'), ast.list(own))]),
    ],
  };
}

/** The actors that a correlation analyses, as an actors query of its funnel. */
export function everybodyIn({ source }: FunnelCorrelationQuery): FunnelsActorsQuery {
  const { funnelsFilter } = source.source;
  return {
    ...source,
    source: { ...source.source, funnelsFilter: { ...funnelsFilter, funnelVizType: 'steps' } },
    funnelStep: source.funnelStep ?? 1,
  };
}

/** The names of the events in the steps. */
function stepEvents(series: readonly SeriesNode[], context: InsightContext): string[] {
  const names = series.flatMap((node, index) => namesOf(node, `series.${index}`, context));
  return [...new Set(names)].sort();
}

function namesOf(node: SeriesNode, field: string, context: InsightContext): readonly string[] {
  switch (node.kind) {
    case 'EventsNode':
      return typeof node.event === 'string' ? [node.event] : [];
    case 'ActionsNode':
      return context.actionEvents.get(node.id) ?? [];
    case 'GroupNode':
      return node.nodes.flatMap((inner) => namesOf(inner, field, context));
    case 'DataWarehouseNode':
      throw new InsightError('Series of data-warehouse tables are not supported here', field);
  }
}
