import { bulkTagsSchema, bulkTagsWriteSchema } from '@tidemark/contracts';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { NO_OBJECT } from '../bulk-tags-route';
import { changedTags } from '../tags';
import type { ActionRouteDeps } from './deps';
import { LIST, WRITE } from './deps';

/** Tags of many actions at once (`docs/wire/actions.md#tags-bulk`). */
export function createActionTagRoutes({
  actions,
}: Pick<ActionRouteDeps, 'actions'>): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'actions_bulk_update_tags_create',
      summary: 'Add, remove or set tags of many actions',
      method: 'POST',
      path: `${LIST}bulk_update_tags/`,
      access: WRITE,
      body: bulkTagsWriteSchema,
      response: bulkTagsSchema,
      async handle({ caller: { project, user }, body }) {
        const unique = [...new Set(body.ids)];
        const changed = await actions.changeTags(project.id, user.id, unique, changedTags(body));
        const found = new Set(changed.map(({ id }) => id));
        return {
          updated: changed.map(({ id, tags: held }) => ({ id, tags: [...held] })),
          skipped: unique.filter((id) => !found.has(id)).map((id) => ({ id, ...NO_OBJECT })),
        };
      },
    }),
  ];
}
