import { bulkTagsSchema, bulkTagsWriteSchema } from '@tidemark/contracts';
import type { ProjectCaller } from './auth/access';
import type { ProjectRoute } from './auth/routes';
import { projectRoute } from './auth/routes';
import { changedTags } from './tags';

/** A route that changes the tags of many objects at once (`docs/wire/actions.md#tags-bulk`). */
export function bulkTagsRoute({
  change,
  ...route
}: Pick<Parameters<typeof projectRoute>[0], 'name' | 'summary' | 'path' | 'access'> & {
  /** Changes the tags of one object, and returns it; null if there is none. */
  readonly change: (
    caller: ProjectCaller,
    id: number,
    tagsOf: ReturnType<typeof changedTags>,
  ) => Promise<{ readonly tags: readonly string[] } | null>;
}): ProjectRoute {
  return projectRoute({
    ...route,
    method: 'POST',
    body: bulkTagsWriteSchema,
    response: bulkTagsSchema,
    async handle({ caller, body }) {
      const tagsOf = changedTags(body);
      const updated: { id: number; tags: string[] }[] = [];
      const skipped: { id: number; reason: string }[] = [];
      for (const id of new Set(body.ids)) {
        const changed = await change(caller, id, tagsOf);
        if (changed === null) skipped.push({ id, reason: 'Not found or no edit access' });
        else updated.push({ id, tags: [...changed.tags] });
      }
      return { updated, skipped };
    },
  });
}
