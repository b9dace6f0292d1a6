import { cohortPersonsSchema, idParameter } from '@tidemark/contracts';
import { notFound, pageLinks, validationError } from '@tidemark/platform';
import type { Cohort, CohortPersons } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage } from '../page-query';
import { findActors } from '../persons/actor-ids';
import { propertiesOf } from '../persons/property-parameter';
import { personBody } from '../persons/person-body';
import type { CohortRouteDeps } from './deps';
import { isUuid } from '../uuid';
import { pageParameters, parameter } from '../query-parameters';
import { found } from '../resource';

const params = z.object({ id: idParameter() });
const successSchema = z.object({ success: z.literal(true) });
const SUCCESS = { success: true } as const;
const MAX_ADDED = 10_000;

export interface MemberRouteDeps extends CohortRouteDeps {
  readonly cohortPersons: CohortPersons;
  readonly engine: QueryEngine;
}

const listQuery = z.object({
  ...pageParameters,
  search: parameter('Part of a distinct id, name or e-mail address.'),
  properties: parameter('A JSON list of property filters.'),
});

/** Routes for the members of a cohort: a list and, for static cohorts, changes. */
export function createCohortMemberRoutes(deps: MemberRouteDeps): readonly ProjectRoute[] {
  const { cohorts, members, cohortPersons } = deps;

  const find = async (projectId: number, id: number): Promise<Cohort> => {
    return found(await cohorts.findById(projectId, id));
  };

  return [
    projectRoute({
      name: 'cohorts_persons',
      summary: 'List persons of a cohort',
      method: 'GET',
      path: '/cohorts/:id/persons/',
      access: { scope: 'cohort:read' },
      params,
      query: listQuery,
      csv: true,
      response: cohortPersonsSchema,
      async handle({ caller: { project }, params: { id }, url, signal }) {
        const cohort = await find(project.id, id);
        const page = defaultPage(url);
        const search = url.searchParams.get('search') ?? '';
        const properties = propertiesOf(url.searchParams.get('properties'));
        const isFiltered = search !== '' || properties.length > 0;
        // The list that its owners wrote is there at once; what is calculated from it comes shortly afterwards.
        const ids =
          cohort.isStatic && !isFiltered
            ? await cohortPersons.listStaticMembers(project.id, id, page)
            : await findActors(
                deps.engine,
                project,
                { search, properties: [member(id), ...properties], ...page },
                signal,
              );
        const people = await cohortPersons.findPersons(project.id, ids);
        // The total is not counted: a full page may have a next page.
        const links = pageLinks(
          url,
          page,
          page.offset + ids.length + (ids.length < page.limit ? 0 : 1),
        );
        return { ...links, results: people.map((one) => personBody(one, project)) };
      },
    }),
    projectRoute({
      name: 'cohorts_add_persons_to_static_cohort',
      summary: 'Add persons to a static cohort',
      method: 'PATCH',
      path: '/cohorts/:id/add_persons_to_static_cohort/',
      access: { scope: 'cohort:write' },
      params,
      body: z.object({ person_ids: z.unknown().optional() }),
      response: successSchema,
      async handle({ caller, params: { id }, body }) {
        const { project } = caller;
        const cohort = await find(project.id, id);
        if (!cohort.isStatic) throw invalid('Can only add users to static cohorts');
        const ids = personIds(body.person_ids);
        const matched = await members.addPersons(inProject(caller), cohort, ids);
        if (matched === 0) throw invalid('No valid users to add to cohort');
        await deps.changed(project.id, id, { calculate: true });
        return SUCCESS;
      },
    }),
    projectRoute({
      name: 'cohorts_remove_person_from_static_cohort',
      summary: 'Remove a person from a static cohort',
      method: 'PATCH',
      path: '/cohorts/:id/remove_person_from_static_cohort/',
      access: { scope: 'cohort:write' },
      params,
      body: z.object({ person_id: z.unknown().optional() }),
      response: successSchema,
      async handle({ caller, params: { id }, body }) {
        const { project } = caller;
        const cohort = await find(project.id, id);
        if (!cohort.isStatic) throw invalid('Can only remove users from static cohorts');
        const personId = body.person_id ?? '';
        if (personId === '') throw invalid('person_id is required');
        if (typeof personId !== 'string') throw invalid('person_id must be a string');
        if (!isUuid(personId)) throw invalid('person_id must be a valid UUID');
        const removed = await members.removePerson(inProject(caller), cohort, personId);
        if (!removed) throw notFound('Person is not part of the cohort');
        await deps.changed(project.id, id, { calculate: true });
        return SUCCESS;
      },
    }),
  ];
}

function member(id: number): object {
  return { type: 'cohort', key: 'id', value: id };
}

function personIds(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw invalid('person_ids must be a list');
  if (value.length === 0) throw invalid('person_ids cannot be empty');
  if (value.length > MAX_ADDED) throw invalid('List size exceeds limit');
  return value.filter((id): id is string => typeof id === 'string' && isUuid(id));
}

function invalid(detail: string) {
  return validationError('invalid_input', detail);
}
