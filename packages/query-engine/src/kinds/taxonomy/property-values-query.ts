import type { PropertyValuesQuery } from '@tidemark/contracts';
import { propertyValuesQuerySchema } from '@tidemark/contracts';
import type { Expr, Statement } from '@tidemark/hogql';
import { printHogQL } from '@tidemark/hogql';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { timingsOf } from '../timings';
import { listedValues } from './listed-values';
import { ast, filled } from './taxonomy-response';

const EVENT_VALUES = 10;
const PERSON_VALUES = 20;

const OF_EVENTS = `SELECT value, NULL AS times
  FROM (SELECT toString({value}) AS value FROM events WHERE {where})
  WHERE isNotNull(value) AND {fits}
  GROUP BY value
  ORDER BY if({isSearch}, length(value), 0), count() DESC, value LIMIT ${EVENT_VALUES}`;

const OF_PERSONS = `SELECT value, count() AS times
  FROM (SELECT toString({value}) AS value, created_at AS created FROM persons)
  WHERE isNotNull(value) AND value != '' AND {fits}
  GROUP BY value ORDER BY times DESC, max(created) DESC, value LIMIT ${PERSON_VALUES}`;

const OF_DISTINCT_IDS = `SELECT distinct_id AS value, 1 AS times
  FROM person_distinct_ids WHERE {fits} ORDER BY length(value), value LIMIT ${PERSON_VALUES}`;

/** Values of a property of events in the last week, or of persons; lists as their elements. */
export const propertyValuesQuery: QueryKindDefinition<PropertyValuesQuery> = {
  ...CALCULATED,
  kind: 'PropertyValuesQuery',
  schema: propertyValuesQuerySchema,
  staleness: 'any_event',
  async respond(body, context) {
    const { modifiers } = body;
    const statement = body.property_type === 'event' ? ofEvents(body, context) : ofPersons(body);
    const compiled = await context.time('./hogql', () => context.compile(statement, { modifiers }));
    const { rows } = await context.time('./clickhouse_execute', () => context.execute(compiled));
    return {
      results: rows.flatMap(([value, times]) =>
        listedValues(String(value)).map((name) => ({
          name,
          count: times === null ? null : Number(times),
        })),
      ),
      hogql: printHogQL(statement),
      timings: timingsOf(body, context),
      modifiers: modifiers ?? {},
      error: null,
    };
  },
};

function ofEvents(body: PropertyValuesQuery, context: KindContext): Statement {
  const { property_key: key, search_value: search, event_names: names } = body;
  const isOwn = body.is_column === true || key.startsWith('$virt_');
  const wanted = names ?? [];
  return filled(OF_EVENTS, {
    value: isOwn ? ast.field(key) : ast.field('properties', key),
    where: ast.and([
      lastWeek(context),
      ...(wanted.length === 0 ? [] : [ast.compare('in', ast.field('event'), ast.list(wanted))]),
    ]),
    fits: contains(search, ast.field('value')),
    isSearch: ast.constant((search ?? '') !== ''),
  });
}

function ofPersons({ property_key: key, search_value: search }: PropertyValuesQuery): Statement {
  if (key === 'distinct_id') {
    return filled(OF_DISTINCT_IDS, { fits: contains(search, ast.field('distinct_id')) });
  }
  return filled(OF_PERSONS, {
    value: ast.field('properties', key),
    fits: contains(search, ast.field('value')),
  });
}

/** A condition for the last week, in whole days of the project. */
function lastWeek({ now }: KindContext): Expr {
  const today = ast.call('toStartOfDay', ast.call('toDateTime', ast.constant(now.toISOString())));
  const day = (days: number): Expr => ast.call('addDays', today, ast.constant(days));
  const timestamp = ast.field('timestamp');
  return ast.and([ast.compare('>=', timestamp, day(-7)), ast.compare('<', timestamp, day(1))]);
}

/** The search text is plain text, not a pattern. */
function contains(search: string | null | undefined, value: Expr): Expr {
  if ((search ?? '') === '') return ast.constant(true);
  const plain = (search ?? '').replace(/[\\%_]/g, String.raw`\$&`);
  return ast.compare('ilike', value, ast.constant(`%${plain}%`));
}
