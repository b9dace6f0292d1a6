import { bulkTagsSchema, bulkTagsWriteSchema } from '@tidemark/contracts';
import { ApiError } from '@tidemark/platform';
import { ApprovalRequiredError } from '@tidemark/postgres';
import { changedTags, sameTags } from '../tags';
import type { ProposeChange } from '../approval-required';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { SaveFlagDeps } from './save-flag';

/** Tags of many flags at once (`docs/wire/flags-management.md#flag-bulk`). A change that needs an approval is skipped. */
export function createFlagTagRoutes({
  flags,
  announceChange,
  proposeChange,
}: Pick<SaveFlagDeps, 'flags' | 'announceChange'> & {
  readonly proposeChange: ProposeChange;
}): readonly ProjectRoute[] {
  /** The new tags of a flag, or why it keeps its tags. */
  const change = async (
    caller: { readonly project: { readonly id: number }; readonly user: { readonly id: number } },
    id: number,
    tagsOf: ReturnType<typeof changedTags>,
  ): Promise<{ readonly tags: readonly string[] } | { readonly reason: string }> => {
    try {
      const current = await flags.findById(caller.project.id, id);
      if (current === null || current.deleted) return { reason: 'Not found or no edit access' };
      if (sameTags(tagsOf(current.tags), current.tags)) return { tags: current.tags };
      const result = await flags.update(caller.project.id, caller.user.id, id, ({ tags }) => ({
        tags: tagsOf(tags),
      }));
      if (result.outcome === 'saved') return { tags: result.flag.tags };
      return { reason: 'Not found or no edit access' };
    } catch (error) {
      const rejection =
        error instanceof ApprovalRequiredError ? await proposeChange(error.change) : error;
      if (rejection instanceof ApiError) return { reason: rejection.detail };
      throw rejection;
    }
  };

  return [
    projectRoute({
      name: 'feature_flags_bulk_update_tags_create',
      summary: 'Add, remove or set tags of many flags',
      method: 'POST',
      path: '/feature_flags/bulk_update_tags/',
      access: { scope: 'feature_flag:write' },
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
        if (updated.length > 0) await announceChange(caller.project.id, 'feature_flags');
        return { updated, skipped };
      },
    }),
  ];
}
