import { notFound, validationError } from '@tidemark/platform';
import { isUuid } from '../cohorts/uuid';

/**
 * The uuid in a path.
 *
 * @throws ApiError 404 for a number, which nobody here has as id (`wire/actions.md` §5); 400 for anything
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

/** As Postgres writes it; null for what is no uuid. */
export function canonicalUuid(text: string): string | null {
  if (!isUuid(text)) return null;
  const digits = text.replaceAll('-', '').toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
