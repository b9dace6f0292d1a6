import type { EventTaxonomyQuery } from '@tidemark/contracts';
import { eventTaxonomyQuerySchema } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { QueryError } from '../../query-error';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { arrayOf, ast, filled, isRecent, taxonomyResponse } from './taxonomy-response';

const ROWS = 500;
const EXAMPLES = 5;
/** The number of events that are searched for properties when the query names none. */
const LATEST = 100;

/** Properties without information on the event; PostHog leaves the same ones out. */
const LEFT_OUT = [
  '\\$set',
  '\\$time',
  '\\$sent_at',
  'distinct_id',
  '\\$ip',
  '\\$feature/',
  '\\$feature_enrollment/',
  '\\$feature_interaction/',
  '\\$product_tour',
  '__',
  'survey_dismiss',
  'survey_responded',
  'phjs',
  'partial_filter',
  'changed_action',
  'window-id',
  'changed_event',
].join('|');

const OF_LATEST_EVENTS = `SELECT pair.1 AS key,
    arraySlice(arrayDistinct(groupArray(pair.2)), 1, {examples}) AS examples,
    countDistinct(pair.2) AS total
  FROM (
    SELECT arrayJoin(pairs) AS pair
    FROM (
      SELECT JSONExtractKeysAndValues(properties, 'String') AS pairs FROM events
      WHERE {where} ORDER BY timestamp DESC LIMIT ${LATEST}
    )
  )
  WHERE NOT match(pair.1, {leftOut})
  GROUP BY key ORDER BY total DESC, key`;

const OF_NAMED = `SELECT key,
    arrayMap(one -> one.2, arraySlice(arraySort(groupArray(tuple(0 - times, value))), 1, {examples})) AS examples,
    count() AS total
  FROM (
    SELECT pair.1 AS key, pair.2 AS value, count() AS times
    FROM (SELECT arrayJoin({pairs}) AS pair FROM events WHERE {where})
    WHERE isNotNull(pair.2) AND pair.2 != ''
    GROUP BY key, value
  )
  GROUP BY key ORDER BY total DESC, key`;

/** Properties of an event or an action: the most common first, with values of the last 30 days. */
export const eventTaxonomyQuery: QueryKindDefinition<EventTaxonomyQuery> = {
  ...CALCULATED,
  kind: 'EventTaxonomyQuery',
  schema: eventTaxonomyQuerySchema,
  staleness: 'any_event',
  async respond(body, context) {
    const names = body.properties ?? [];
    const where = ast.and([isRecent(context), await isOfQuery(body, context)]);
    const shared = { where, examples: ast.constant(body.maxPropertyValues ?? EXAMPLES) };
    const statement =
      names.length === 0
        ? filled(OF_LATEST_EVENTS, { ...shared, leftOut: ast.constant(`(${LEFT_OUT})`) })
        : filled(OF_NAMED, { ...shared, pairs: arrayOf(names.map(pairOf)) });
    return taxonomyResponse(body, context, {
      statement,
      rows: ROWS,
      item: ([property, sample_values, count]) => ({
        property,
        sample_values,
        sample_count: Number(count),
      }),
    });
  },
};

function pairOf(name: string): Expr {
  const value = ast.call('toString', ast.field('properties', name));
  return ast.call('tuple', ast.constant(name), value);
}

/** @throws QueryError 400 without an event, and for an action that does not exist */
async function isOfQuery(
  { event, actionId }: EventTaxonomyQuery,
  { lookups, project }: KindContext,
): Promise<Expr> {
  if (typeof event === 'string' && event !== '') {
    return ast.compare('==', ast.field('event'), ast.constant(event));
  }
  if (typeof actionId !== 'number') {
    throw wrong('Either event or action ID must be provided.', 'event');
  }
  const found = await lookups.findActions(project.id, [actionId]);
  if (!found.has(actionId)) throw wrong(`Action ${actionId} does not exist`, 'actionId');
  return ast.call('matchesAction', ast.constant(actionId));
}

function wrong(detail: string, attr: string): QueryError {
  return new QueryError(400, 'validation_error', 'invalid_input', detail, true, { attr });
}
