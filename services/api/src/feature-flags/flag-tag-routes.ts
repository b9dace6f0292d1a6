import { ApiError } from '@tidemark/platform';
import { ApprovalRequiredError } from '@tidemark/postgres';
import type { ProposeChange } from '../approval-required';
import type { ProjectRoute } from '../auth/routes';
import type { TagsOutcome } from '../bulk-tags-route';
import { bulkTagsRoute, NO_OBJECT } from '../bulk-tags-route';
import { sameTags } from '../tags';
import type { SaveFlagDeps } from './save-flag';

/** Tags of many flags at once (`docs/wire/flags-management.md#flag-bulk`). A change that needs an approval is skipped. */
export function createFlagTagRoutes({
  flags,
  announceChange,
  proposeChange,
}: Pick<SaveFlagDeps, 'flags' | 'announceChange'> & {
  readonly proposeChange: ProposeChange;
}): readonly ProjectRoute[] {
  return [
    bulkTagsRoute({
      name: 'feature_flags_bulk_update_tags_create',
      summary: 'Add, remove or set tags of many flags',
      path: '/feature_flags/bulk_update_tags/',
      access: { scope: 'feature_flag:write' },
      async change({ project, user }, id, tagsOf): Promise<TagsOutcome> {
        try {
          const current = await flags.findById(project.id, id);
          if (current === null || current.deleted) return NO_OBJECT;
          if (sameTags(tagsOf(current.tags), current.tags)) return current;
          const result = await flags.update(project.id, user.id, id, ({ tags }) => ({
            tags: tagsOf(tags),
          }));
          return result.outcome === 'saved' ? result.flag : NO_OBJECT;
        } catch (error) {
          const rejection =
            error instanceof ApprovalRequiredError ? await proposeChange(error.change) : error;
          if (rejection instanceof ApiError) return { reason: rejection.detail };
          throw rejection;
        }
      },
      announce: (projectId) => announceChange(projectId, 'feature_flags'),
    }),
  ];
}
