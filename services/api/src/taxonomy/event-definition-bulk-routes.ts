import {
  bulkVerifiedSchema,
  bulkVerifiedWriteSchema,
  definitionBulkTagsSchema,
  definitionBulkTagsWriteSchema,
} from '@tidemark/contracts';
import type { DefinitionUpdate, EventDefinitionRepository } from '@tidemark/postgres';
import { changedTags, sameTags } from '../tags';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';

const WRITE = { scope: 'event_definition:write' } as const;

/** Tags and verification of many event definitions at once (`docs/wire/management.md#event-definitions-bulk`). */
export function createEventDefinitionBulkRoutes({
  definitions,
}: {
  readonly definitions: Pick<EventDefinitionRepository, 'updateMany'>;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'event_definitions_bulk_update_tags_create',
      summary: 'Add, remove or set tags of many event definitions',
      method: 'POST',
      path: '/event_definitions/bulk_update_tags/',
      access: WRITE,
      body: definitionBulkTagsWriteSchema,
      response: definitionBulkTagsSchema,
      async handle({ caller, body }) {
        const tagsOf = changedTags(body);
        const updates = await definitions.updateMany(inProject(caller), body.ids, ({ tags }) => {
          const after = tagsOf(tags);
          return sameTags(after, tags) ? {} : { tags: after };
        });
        return {
          updated: updates.map(({ after: { id, tags } }) => ({ id, tags: [...tags] })),
          skipped: missing(body.ids, updates),
        };
      },
    }),
    projectRoute({
      name: 'event_definitions_bulk_update_verified_create',
      summary: 'Verify many event definitions, or end their verification',
      method: 'POST',
      path: '/event_definitions/bulk_update_verified/',
      access: WRITE,
      body: bulkVerifiedWriteSchema,
      response: bulkVerifiedSchema,
      async handle({ caller, body: { ids, verified } }) {
        const updates = await definitions.updateMany(inProject(caller), ids, (definition) =>
          definition.verified === verified ? {} : { verified },
        );
        return {
          updated: updates
            .filter(({ before, after }) => before.verified !== after.verified)
            .map(({ after: { id } }) => ({ id, verified })),
          skipped: missing(ids, updates),
        };
      },
    }),
  ];
}

function missing(ids: readonly string[], updates: readonly DefinitionUpdate[]) {
  const found = new Set(updates.map(({ after }) => after.id));
  return [...new Set(ids)]
    .filter((id) => !found.has(id))
    .map((id) => ({ id, reason: 'Not found' }));
}
