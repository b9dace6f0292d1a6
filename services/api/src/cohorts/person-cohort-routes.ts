import { cohortSchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { CohortPersons, CohortRepository, Project, UserRepository } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { personIdOf } from '../persons/person-id';
import { askQuery } from '../query/ask-query';
import { parameter } from '../query-parameters';
import { peopleOf } from '../resource';
import { cohortBody } from './cohort-body';

const cohortsQuery = z.object({ person_id: parameter('Uuid of a person; required.') });

/** The cohorts of one person. Before the routes of persons, whose id would take its name. */
export function createPersonCohortRoutes(deps: {
  readonly engine: QueryEngine;
  readonly cohortPersons: CohortPersons;
  readonly cohorts: CohortRepository;
  readonly users: UserRepository;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'persons_cohorts_retrieve',
      summary: 'List the cohorts of a person',
      method: 'GET',
      path: '/persons/cohorts/',
      // The response shows cohorts, so the scope for persons is not enough.
      access: { scope: 'cohort:read' },
      query: cohortsQuery,
      response: z.object({ results: z.array(cohortSchema) }),
      async handle({ caller: { project }, url: { searchParams }, signal }) {
        const id = personIdOf(searchParams.get('person_id') ?? '');
        const [person] = await deps.cohortPersons.findPersons(project.id, [id]);
        if (person === undefined) throw notFound();
        const ids = await cohortsOfPerson(deps.engine, project, id, signal);
        const found = (await deps.cohorts.listLive(project.id)).filter((one) => ids.has(one.id));
        const creators = await peopleOf(deps.users, found, ({ createdById }) => [createdById]);
        const results = found.map((cohort) =>
          cohortBody(cohort, creators.get(cohort.createdById ?? 0) ?? null),
        );
        return { results };
      },
    }),
  ];
}

/** Ids of the cohorts that a person is in, as they were last worked out. */
async function cohortsOfPerson(
  engine: QueryEngine,
  project: Project,
  personId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const rows = await askQuery(
    engine,
    project,
    `SELECT cohort_id FROM cohort_people WHERE person_id = toUUID({id})
     UNION ALL SELECT cohort_id FROM static_cohort_people WHERE person_id = toUUID({id})`,
    { id: personId },
    signal,
  );
  return new Set(rows.map(([id]) => Number(id)));
}
