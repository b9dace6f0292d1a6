import type { FunnelCorrelationQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { array, ast, text } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import type { Parts } from '../../hogql-builders/template';
import { expr, statement } from '../../hogql-builders/template';
import { InsightError } from '../../insight/error';
import { ownerJoin, ownerProperty } from './actor-properties';
import type { ActorsInFunnel } from './actors-in-funnel';
import { ACTORS } from './actors-in-funnel';

export const AUTOCAPTURE = '$autocapture';
export const ELEMENTS_CHAIN = 'elements_chain';
/** The separator between an autocaptured event's type and its elements. */
export const ELEMENTS_DIVIDER = '__~~__';

const ALL_PROPERTIES = '$all';

/** A value of events is significant only if more actors than this have it. */
const MORE_ACTORS_THAN = 2;

const COUNTS = `SELECT 1 AS one, name, countDistinctIf(actor, converted) AS success,
  countDistinctIf(actor, NOT converted) AS failure`;

/**
 * One row per candidate for a correlation: its `name`, and the number of converted and of other actors that have it.
 */
export function candidates(query: FunnelCorrelationQuery, funnel: ActorsInFunnel): Statement {
  switch (query.funnelCorrelationType) {
    case 'events':
      return ofEvents(query, funnel);
    case 'event_with_properties':
      return ofEventProperties(query, funnel);
    case 'properties':
      return ofActorProperties(query, funnel);
  }
}

function ofEvents(query: FunnelCorrelationQuery, funnel: ActorsInFunnel): Statement {
  return statement(`${COUNTS} FROM ({events}) GROUP BY name`, {
    events: eventsOnTheWay(funnel, {
      name: ast.field(EVENTS, 'event'),
      pair: ast.constant(0),
      more: without(ast.field(EVENTS, 'event'), query.funnelCorrelationExcludeEventNames),
    }),
  });
}

function ofEventProperties(query: FunnelCorrelationQuery, funnel: ActorsInFunnel): Statement {
  const names = query.funnelCorrelationEventNames ?? [];
  if (names.length === 0) {
    throw new InsightError(
      'Event Property Correlation expects atleast one event name to run correlation on',
      'funnelCorrelationEventNames',
    );
  }
  const event = ast.field(EVENTS, 'event');
  return statement(
    `${COUNTS} FROM (
       SELECT actor, converted, concat(event, '::', pair.1, '::', pair.2) AS name
       FROM ({events}) WHERE {where}
     )
     GROUP BY name HAVING success + failure > ${MORE_ACTORS_THAN}`,
    {
      events: eventsOnTheWay(funnel, {
        name: event,
        pair: ast.call('arrayJoin', propertiesOf(names)),
        more: [ast.compare('in', event, ast.list([...names]))],
      }),
      where: ast.and(without(expr('pair.1'), query.funnelCorrelationEventExcludePropertyNames)),
    },
  );
}

/** Names and values of an event's properties; autocaptured events are distinguished by the clicked element. */
function propertiesOf(names: readonly string[]): Expr {
  const pairs = expr("JSONExtractKeysAndValues({properties}, 'String')", {
    properties: ast.field(EVENTS, 'properties'),
  });
  if (!names.includes(AUTOCAPTURE)) return pairs;
  const clicked = expr("concat(ifNull(toString({type}), ''), {divider}, {chain})", {
    type: ast.field(EVENTS, 'properties', '$event_type'),
    divider: text(ELEMENTS_DIVIDER),
    chain: ast.field(EVENTS, 'elements_chain'),
  });
  return expr('if({event} = {autocapture}, [tuple({key}, {clicked})], {pairs})', {
    event: ast.field(EVENTS, 'event'),
    autocapture: text(AUTOCAPTURE),
    key: text(ELEMENTS_CHAIN),
    clicked,
    pairs,
  });
}

/** `actor`, `converted`, `event` or `name`, and `pair` for each event of an actor in the funnel. */
function eventsOnTheWay(
  { actors, id, onTheWay }: ActorsInFunnel,
  given: { readonly name: Expr; readonly pair: Expr; readonly more: readonly Expr[] },
): Statement {
  return statement(
    `SELECT ${ACTORS}.actor AS actor, ${ACTORS}.converted AS converted, {name} AS event, event AS name,
       {pair} AS pair
     FROM events AS ${EVENTS} INNER JOIN {actors} AS ${ACTORS} ON {id} = ${ACTORS}.actor
     WHERE {where}`,
    {
      actors,
      id,
      name: given.name,
      pair: given.pair,
      where: ast.and([...onTheWay, ...given.more]),
    },
  );
}

function ofActorProperties(query: FunnelCorrelationQuery, { actors }: ActorsInFunnel): Statement {
  const names = query.funnelCorrelationNames ?? [];
  if (names.length === 0) {
    throw new InsightError(
      'Property Correlation expects atleast one Property to run correlation on',
      'funnelCorrelationNames',
    );
  }
  const pairs = names.includes(ALL_PROPERTIES)
    ? expr("JSONExtractKeysAndValues({properties}, 'String')", { properties: ownerProperty() })
    : expr('arrayZip({names}, {values})', {
        names: array(names.map(text)),
        values: array(
          names.map((name) =>
            expr("ifNull(toString({value}), '')", { value: ownerProperty(name) }),
          ),
        ),
      });
  const groupTypeIndex = query.source.source.aggregation_group_type_index ?? null;
  const parts: Parts = {
    actors,
    pairs,
    where: ast.and(without(expr('pair.1'), query.funnelCorrelationExcludeNames)),
  };
  return statement(
    `${COUNTS} FROM (
       SELECT actor, converted, concat(pair.1, '::', pair.2) AS name
       FROM (
         SELECT ${ACTORS}.actor AS actor, ${ACTORS}.converted AS converted, arrayJoin({pairs}) AS pair
         FROM {actors} AS ${ACTORS} ${ownerJoin(groupTypeIndex)}
       )
       WHERE {where}
     )
     GROUP BY name`,
    parts,
  );
}

function without(name: Expr, excluded: readonly string[] | null | undefined): Expr[] {
  const names = excluded ?? [];
  return names.length === 0 ? [] : [ast.compare('not in', name, ast.list([...names]))];
}
