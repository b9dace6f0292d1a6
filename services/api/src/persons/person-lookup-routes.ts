import { personsByDistinctIdsSchema, personSchema, personValueSchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { personBody } from './person-body';
import type { PersonRouteDeps } from './deps';
import { personValues } from './person-queries';
import { parameter } from '../query-parameters';

const READ = { scope: 'person:read' } as const;

const valuesQuery = z.object({
  key: parameter('Name of the property; required.'),
  value: parameter('Part of the value, case-insensitive.'),
});

/**
 * Routes that look up persons (`docs/wire/management.md#person-lookups`). Mounted before the routes of one person,
 * whose `:id` would match these paths, too.
 */
export function createPersonLookupRoutes(deps: PersonRouteDeps): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'persons_values_retrieve',
      summary: 'List values of a person property',
      method: 'GET',
      path: '/persons/values/',
      access: READ,
      query: valuesQuery,
      response: z.array(personValueSchema),
      async handle({ caller: { project }, url: { searchParams }, signal }) {
        const key = searchParams.get('key') ?? '';
        if (key === '') {
          throw validationError('required', 'You must provide a key.', 'key');
        }
        const asked = { key, value: searchParams.get('value') ?? '' };
        return [...(await personValues(deps.engine, project, asked, signal))];
      },
    }),
    projectRoute({
      name: 'persons_batch_by_distinct_ids',
      summary: 'Read the persons of many distinct ids',
      method: 'POST',
      path: '/persons/batch_by_distinct_ids/',
      access: READ,
      body: personsByDistinctIdsSchema,
      response: z.object({ results: z.record(z.string(), personSchema) }),
      async handle({ caller: { project }, body }) {
        const ids = await deps.editor.findIds(project.id, body.distinct_ids.filter(isStorable));
        const persons = await deps.cohortPersons.findPersons(project.id, [
          ...new Set(ids.values()),
        ]);
        const byId = new Map(persons.map((person) => [person.id, personBody(person, project)]));
        const pairs = [...ids].flatMap(([distinctId, id]) => {
          const body = byId.get(id);
          return body === undefined ? [] : [[distinctId, body] as const];
        });
        return { results: Object.fromEntries(pairs) };
      },
    }),
  ];
}

/** Postgres rejects NUL in any text; no distinct id has one. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}
