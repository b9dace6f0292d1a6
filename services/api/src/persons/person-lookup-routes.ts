import {
  cohortSchema,
  personsByDistinctIdsSchema,
  personSchema,
  personValueSchema,
} from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { cohortBody } from '../cohorts/cohort-body';
import { cohortPersonBody } from '../cohorts/cohort-person-body';
import type { PersonRouteDeps } from './deps';
import { personIdOf } from './person-id';
import { cohortsOfPerson, personValues } from './person-queries';
import { parameter } from '../query-parameters';

const READ = { scope: 'person:read' } as const;

const valuesQuery = z.object({
  key: parameter('Name of the property; required.'),
  value: parameter('A part of the values, in any case.'),
});
const cohortsQuery = z.object({ person_id: parameter('Uuid of a person; required.') });

/** Questions about persons (`wire/actions.md` §5). Before the routes of one, whose id would take their names. */
export function createPersonLookupRoutes(deps: PersonRouteDeps): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'persons_values_retrieve',
      summary: 'Values that a property of persons has',
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
      name: 'persons_cohorts_retrieve',
      summary: 'Cohorts that a person is in',
      method: 'GET',
      path: '/persons/cohorts/',
      // What is shown are cohorts: who may read persons only learns nothing of them.
      access: { scope: 'cohort:read' },
      query: cohortsQuery,
      response: z.object({ results: z.array(cohortSchema) }),
      async handle({ caller: { project }, url: { searchParams }, signal }) {
        const id = personIdOf(searchParams.get('person_id') ?? '');
        const [person] = await deps.persons.findPersons(project.id, [id]);
        if (person === undefined) throw notFound();
        const ids = await cohortsOfPerson(deps.engine, project, id, signal);
        const found = (await deps.cohorts.listLive(project.id)).filter((one) => ids.has(one.id));
        const creatorIds = found.map((cohort) => cohort.createdById).filter((one) => one !== null);
        const creators = await deps.users.findMany([...new Set(creatorIds)]);
        const results = found.map((cohort) =>
          cohortBody(cohort, creators.get(cohort.createdById ?? 0) ?? null),
        );
        return { results };
      },
    }),
    projectRoute({
      name: 'persons_batch_by_distinct_ids',
      summary: 'Persons of many distinct ids',
      method: 'POST',
      path: '/persons/batch_by_distinct_ids/',
      access: READ,
      body: personsByDistinctIdsSchema,
      response: z.object({ results: z.record(z.string(), personSchema) }),
      async handle({ caller: { project }, body }) {
        const ids = await deps.editor.findIds(project.id, body.distinct_ids.filter(isStorable));
        const persons = await deps.persons.findPersons(project.id, [...new Set(ids.values())]);
        const byId = new Map(
          persons.map((person) => [person.id, cohortPersonBody(person, project)]),
        );
        const pairs = [...ids].flatMap(([distinctId, id]) => {
          const body = byId.get(id);
          return body === undefined ? [] : [[distinctId, body] as const];
        });
        return { results: Object.fromEntries(pairs) };
      },
    }),
  ];
}

/** Postgres refuses NUL in any text; no distinct id has one. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}
