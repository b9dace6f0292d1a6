import type { ActorsPropertyTaxonomyQuery } from '@tidemark/contracts';
import { actorsPropertyTaxonomyQuerySchema } from '@tidemark/contracts';
import { printHogQL } from '@tidemark/hogql';
import type { QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { timingsOf } from '../timings';
import { arrayOf, ast, filled } from './taxonomy-response';

const EXAMPLES = 5;

/** Values of properties of persons or groups, from the newest ones; in the order of the request. */
export const actorsPropertyTaxonomyQuery: QueryKindDefinition<ActorsPropertyTaxonomyQuery> = {
  ...CALCULATED,
  kind: 'ActorsPropertyTaxonomyQuery',
  schema: actorsPropertyTaxonomyQuerySchema,
  staleness: 'any_event',
  async respond(body, context) {
    const { properties, groupTypeIndex, modifiers } = body;
    const index = groupTypeIndex ?? null;
    const statement = filled(
      `SELECT place, arrayMap(one -> one.2, arraySlice(arrayReverseSort(groupArray(tuple(latest, value))), 1, {examples})) AS examples,
         count() AS total
       FROM (
         SELECT pair.1 AS place, pair.2 AS value, max(created) AS latest
         FROM (
           SELECT created_at AS created, arrayJoin({pairs}) AS pair
           FROM ${index === null ? 'persons' : 'groups'} WHERE {where}
         )
         WHERE isNotNull(pair.2)
         GROUP BY place, value
       )
       GROUP BY place ORDER BY place`,
      {
        examples: ast.constant(body.maxPropertyValues ?? EXAMPLES),
        pairs: arrayOf(
          properties.map((name, place) =>
            ast.call(
              'tuple',
              ast.constant(place),
              ast.call('toString', ast.field('properties', name)),
            ),
          ),
        ),
        where:
          index === null
            ? ast.constant(true)
            : ast.compare('==', ast.field('index'), ast.constant(index)),
      },
    );
    const compiled = await context.compile(statement, {
      modifiers,
      defaultLimit: properties.length,
    });
    const { rows } = await context.execute(compiled);
    const found = new Map(rows.map(([place, values, count]) => [Number(place), { values, count }]));
    return {
      results: properties.map((_, place) => ({
        sample_values: found.get(place)?.values ?? [],
        sample_count: Number(found.get(place)?.count ?? 0),
      })),
      hogql: printHogQL(statement),
      timings: timingsOf(body, context),
      modifiers: modifiers ?? {},
      error: null,
    };
  },
};
