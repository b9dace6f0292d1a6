import { personListSchema, personSchema, personUpdateSchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { personBody } from './person-body';
import { setProperties } from './change-properties';
import type { PersonRouteDeps } from './deps';
import { isTrue } from '../query-parameters';
import { listPersons } from './list-persons';
import { personIdOf } from './person-id';
import { publishChanges } from './publish-changes';
import { booleanParameter, pageParameters, parameter } from '../query-parameters';

const DETAIL = '/persons/:id/';
const READ = { scope: 'person:read' } as const;
const WRITE = { scope: 'person:write' } as const;
const params = z.object({ id: z.string().max(400) });

const listQuery = z.object({
  ...pageParameters,
  distinct_id: parameter('Only the person of this distinct id.'),
  email: parameter('Only persons of this e-mail address.'),
  search: parameter('Part of a distinct id, name or e-mail address.'),
  properties: parameter('A JSON list of property filters.'),
  include_total: booleanParameter('Adds `count`.'),
});
const deleteQuery = z.object({
  delete_events: booleanParameter('Also deletes the events of the person.'),
  delete_recordings: booleanParameter('Also deletes the recordings of the person.'),
  keep_person: booleanParameter(
    'Keeps the person, and deletes only the data that the other parameters name.',
  ),
});

/** The persons resource (`docs/wire/management.md#persons`). */
export function createPersonRoutes(deps: PersonRouteDeps): readonly ProjectRoute[] {
  const shown = async (project: Project, id: string) => {
    const [person] = await deps.cohortPersons.findPersons(project.id, [id]);
    if (person === undefined) throw notFound();
    return personBody(person, project);
  };

  const update = (name: string, method: 'PATCH' | 'PUT') =>
    projectRoute({
      name,
      summary: 'Change fields of a person',
      method,
      path: DETAIL,
      access: WRITE,
      params,
      body: personUpdateSchema,
      status: 202,
      response: personSchema,
      async handle({ caller, params, body }) {
        const { project } = caller;
        const id = personIdOf(params.id);
        await setProperties(deps, inProject(caller), id, body.properties);
        return shown(project, id);
      },
    });

  return [
    projectRoute({
      name: 'persons_list',
      summary: 'List persons',
      method: 'GET',
      path: '/persons/',
      access: READ,
      query: listQuery,
      csv: true,
      response: personListSchema,
      handle: ({ caller: { project }, url, signal }) => listPersons(deps, project, url, signal),
    }),
    projectRoute({
      name: 'persons_retrieve',
      summary: 'Read a person',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: personSchema,
      handle: ({ caller: { project }, params }) => shown(project, personIdOf(params.id)),
    }),
    update('persons_partial_update', 'PATCH'),
    update('persons_update', 'PUT'),
    projectRoute({
      name: 'persons_destroy',
      summary: 'Delete a person',
      method: 'DELETE',
      path: DETAIL,
      access: WRITE,
      params,
      query: deleteQuery,
      status: 202,
      async handle({ caller, params, url: { searchParams } }) {
        const { deleted, outboxId } = await deps.editor.delete(
          inProject(caller),
          [personIdOf(params.id)],
          {
            events: isTrue(searchParams.get('delete_events')),
            recordings: isTrue(searchParams.get('delete_recordings')),
            keepPersons: isTrue(searchParams.get('keep_person')),
          },
        );
        if (deleted.length === 0) throw notFound();
        await publishChanges(deps, outboxId);
      },
    }),
  ];
}
