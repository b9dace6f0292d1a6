import { notFound, validationError } from '@tidemark/platform';
import { canonicalUuid } from '../uuid';

/**
 * The uuid in a path.
 *
 * @throws ApiError 404 for a number, which is no person's id (`docs/wire/management.md#person-id`); 400 for
 *   anything
 *   else, a distinct id above all
 */
export function personIdOf(id: string): string {
  const uuid = canonicalUuid(id);
  if (uuid !== null) return uuid;
  if (/^\d+$/.test(id)) throw notFound();
  throw validationError(
    'invalid_input',
    `The ID provided does not look like a personID. If you are using a distinctId, please use /persons?distinct_id=${id} instead.`,
  );
}
