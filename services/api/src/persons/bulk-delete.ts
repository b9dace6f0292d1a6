import type { personBulkDeletedSchema, personBulkDeleteSchema } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { PersonAuthor } from '@tidemark/postgres';
import type { z } from 'zod';
import type { PersonRouteDeps } from './deps';
import { canonicalUuid } from '../uuid';
import { publishChanges } from './publish-changes';

const MAX_IDS = 1_000;
const NEEDS_IDS = 'You need to specify either distinct_ids or ids';

/** Deletes persons by uuid or distinct id (`docs/wire/management.md#person-bulk-delete`). @throws ApiError 400 */
export async function bulkDelete(
  deps: PersonRouteDeps,
  author: PersonAuthor,
  body: z.output<typeof personBulkDeleteSchema>,
): Promise<z.input<typeof personBulkDeletedSchema>> {
  const given = [body.distinct_ids, body.ids].filter((ids) => (ids?.length ?? 0) > 0);
  if (given.length !== 1) {
    throw validationError(
      'invalid_input',
      given.length === 0 ? NEEDS_IDS : `${NEEDS_IDS}, not both`,
    );
  }
  if ((given[0]?.length ?? 0) > MAX_IDS) {
    throw validationError('invalid_input', `You can only pass ${MAX_IDS} ids in one call`);
  }
  const distinctIds = (body.distinct_ids ?? []).filter((id) => !id.includes('\0'));
  const ids =
    (body.ids?.length ?? 0) > 0
      ? (body.ids ?? []).map(canonicalUuid).filter((id) => id !== null)
      : [...(await deps.editor.findIds(author.projectId, distinctIds)).values()];
  const reach = {
    events: body.delete_events ?? false,
    recordings: body.delete_recordings ?? false,
    keepPersons: body.keep_person ?? false,
  };
  const { deleted, outboxId } = await deps.editor.delete(author, [...new Set(ids)], reach);
  await publishChanges(deps, outboxId);
  return {
    persons_found: deleted.length,
    persons_deleted: reach.keepPersons ? 0 : deleted.length,
    events_queued_for_deletion: reach.events && deleted.length > 0,
    recordings_queued_for_deletion: reach.recordings && deleted.length > 0,
    deletion_errors: [],
  };
}
