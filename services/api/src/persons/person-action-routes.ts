import {
  personBulkDeletedSchema,
  personBulkDeleteSchema,
  personSplitSchema,
  propertyDeletionSchema,
  propertyUpdateSchema,
} from '@tidemark/contracts';
import { personUuid } from '@tidemark/domain';
import { notFound, validationError } from '@tidemark/platform';
import { v7 } from 'uuid';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { bulkDelete } from './bulk-delete';
import { setProperties, unsetProperty } from './change-properties';
import type { PersonRouteDeps } from './deps';
import { personIdOf } from './person-id';
import { publishChanges } from './publish-changes';

const WRITE = { scope: 'person:write' } as const;
const params = z.object({ id: z.string().max(400) });
const successSchema = z.object({ success: z.literal(true) });
const SUCCESS = { success: true } as const;

/** Further routes of persons (`docs/wire/management.md#person-actions`). */
export function createPersonActionRoutes(deps: PersonRouteDeps): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'persons_bulk_delete',
      summary: 'Delete many persons',
      method: 'POST',
      path: '/persons/bulk_delete/',
      access: WRITE,
      body: personBulkDeleteSchema,
      status: 202,
      response: personBulkDeletedSchema,
      handle: ({ caller, body }) => bulkDelete(deps, inProject(caller), body),
    }),
    projectRoute({
      name: 'persons_update_property',
      summary: 'Set a property of a person',
      method: 'POST',
      path: '/persons/:id/update_property/',
      access: WRITE,
      params,
      body: propertyUpdateSchema,
      status: 202,
      async handle({ caller, params, body }) {
        const given = Object.fromEntries([[body.key, body.value]]);
        await setProperties(deps, inProject(caller), personIdOf(params.id), given);
      },
    }),
    projectRoute({
      name: 'persons_delete_property',
      summary: 'Remove a property of a person',
      method: 'POST',
      path: '/persons/:id/delete_property/',
      access: WRITE,
      params,
      body: propertyDeletionSchema,
      status: 201,
      response: successSchema,
      async handle({ caller, params, body }) {
        await unsetProperty(deps, inProject(caller), personIdOf(params.id), body.$unset);
        return SUCCESS;
      },
    }),
    projectRoute({
      name: 'persons_delete_events',
      summary: 'Delete the events of a person, and keep the person',
      method: 'POST',
      path: '/persons/:id/delete_events/',
      access: WRITE,
      params,
      status: 202,
      async handle({ caller, params }) {
        const reach = { events: true, recordings: false, keepPersons: true };
        const { deleted, outboxId } = await deps.editor.delete(
          inProject(caller),
          [personIdOf(params.id)],
          reach,
        );
        if (deleted.length === 0) throw notFound();
        await publishChanges(deps, outboxId);
      },
    }),
    projectRoute({
      name: 'persons_split',
      summary: 'Split a merged person',
      method: 'POST',
      path: '/persons/:id/split/',
      access: WRITE,
      params,
      body: personSplitSchema,
      status: 201,
      response: successSchema,
      async handle({ caller, params, body }) {
        const { project } = caller;
        const { main_distinct_id: main, distinct_ids_to_split: leaving } = body;
        if ((main ?? null) !== null && (leaving ?? null) !== null) {
          throw validationError(
            'invalid_input',
            'distinct_ids_to_split cannot be combined with main_distinct_id.',
            'distinct_ids_to_split',
          );
        }
        const split = await deps.editor.split(inProject(caller), personIdOf(params.id), {
          mainDistinctId: main ?? null,
          leaving: leaving ? [...new Set(leaving)] : undefined,
          personIdOf: (distinctId) => personUuid(project.id, distinctId),
          freshId: () => v7(),
        });
        if (split.outcome === 'no_person') throw notFound();
        if (split.outcome === 'unknown_id') {
          throw leaving
            ? validationError(
                'invalid_input',
                `The distinct id '${split.distinctId}' does not belong to this person.`,
                'distinct_ids_to_split',
              )
            : validationError(
                'invalid_input',
                'The main distinct id does not belong to this person.',
                'main_distinct_id',
              );
        }
        await publishChanges(deps, split.outboxId);
        return SUCCESS;
      },
    }),
  ];
}
