import { bulkTagsSchema, bulkTagsWriteSchema } from '@tidemark/contracts';
import type { ProjectCaller } from './auth/access';
import type { ProjectRoute } from './auth/routes';
import { projectRoute } from './auth/routes';
import { changedTags } from './tags';

/** The new tags of an object, or the reason why it keeps its tags. */
export type TagsOutcome = { readonly tags: readonly string[] } | { readonly reason: string };

/** The outcome for an object that does not exist. */
export const NO_OBJECT = { reason: 'Not found or no edit access' } as const;

/** A route that changes the tags of many objects at once (`docs/wire/actions.md#tags-bulk`). */
export function bulkTagsRoute({
  change,
  announce,
  ...route
}: Pick<Parameters<typeof projectRoute>[0], 'name' | 'summary' | 'path' | 'access'> & {
  /** Changes the tags of one object. */
  readonly change: (
    caller: ProjectCaller,
    id: number,
    tagsOf: ReturnType<typeof changedTags>,
  ) => Promise<TagsOutcome>;
  /** Called once after changes. */
  readonly announce?: (projectId: number) => Promise<void>;
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
        if ('tags' in changed) updated.push({ id, tags: [...changed.tags] });
        else skipped.push({ id, reason: changed.reason });
      }
      if (updated.length > 0) await announce?.(caller.project.id);
      return { updated, skipped };
    },
  });
}
