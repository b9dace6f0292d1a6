import type { FunnelCorrelationActorsQuery } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import type { InsightActors } from '../../actors/insight-actors';
import { ast } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { statement } from '../../hogql-builders/template';
import type { InsightContext } from '../../insight/context';
import { InsightError } from '../../insight/error';
import { seriesCondition } from '../../series/condition';
import { lastStepEvents } from '../actors/recorded-events';
import { ownerFilter, ownerJoin } from './actor-properties';
import type { ActorsInFunnel } from './actors-in-funnel';
import { ACTORS, actorsInFunnel, everybodyIn } from './actors-in-funnel';

/**
 * The actors behind a count of a correlation, as many as it shows; their events are those with which they reached
 * their last step.
 *
 * @throws InsightError
 */
export function funnelCorrelationActors(
  query: FunnelCorrelationActorsQuery,
  context: InsightContext,
): InsightActors {
  const { source } = query;
  const funnel = actorsInFunnel(source, context);
  const ofProperties = source.funnelCorrelationType === 'properties';
  return {
    statement: ofProperties
      ? withProperties(query, funnel, context)
      : withEvent(query, funnel, context),
    columns: ['actor_id'],
    groupTypeIndex: source.source.source.aggregation_group_type_index ?? null,
    events: lastStepEvents(everybodyIn(source), context),
  };
}

function withEvent(
  query: FunnelCorrelationActorsQuery,
  { actors, id, onTheWay }: ActorsInFunnel,
  context: InsightContext,
): Statement {
  const field = 'funnelCorrelationPersonEntity';
  const entity = query.funnelCorrelationPersonEntity;
  if (entity === null || entity === undefined) {
    throw new InsightError('No entity for persons specified', field);
  }
  const did = seriesCondition(entity, context, field);
  return statement(
    `SELECT DISTINCT ${ACTORS}.actor AS actor_id
     FROM events AS ${EVENTS} INNER JOIN {actors} AS ${ACTORS} ON {id} = ${ACTORS}.actor
     WHERE {where} ORDER BY actor_id`,
    {
      actors,
      id,
      where: ast.and([...onTheWay, ...(did === null ? [] : [did]), ...converted(query)]),
    },
  );
}

function withProperties(
  query: FunnelCorrelationActorsQuery,
  { actors }: ActorsInFunnel,
  context: InsightContext,
): Statement {
  const values = query.funnelCorrelationPropertyValues ?? [];
  if (values.length === 0) {
    throw new InsightError(
      'Property Correlation expects atleast one Property to get persons for',
      'funnelCorrelationPropertyValues',
    );
  }
  const groupTypeIndex = query.source.source.source.aggregation_group_type_index ?? null;
  return statement(
    `SELECT DISTINCT ${ACTORS}.actor AS actor_id
     FROM {actors} AS ${ACTORS} ${ownerJoin(groupTypeIndex)}
     WHERE {where} ORDER BY actor_id`,
    {
      actors,
      where: ast.and([ownerFilter(values, groupTypeIndex, context), ...converted(query)]),
    },
  );
}

function converted({
  funnelCorrelationPersonConverted: wanted,
}: FunnelCorrelationActorsQuery): Expr[] {
  if (wanted === null || wanted === undefined) return [];
  const did = ast.field(ACTORS, 'converted');
  return [wanted ? did : ast.call('not', did)];
}
