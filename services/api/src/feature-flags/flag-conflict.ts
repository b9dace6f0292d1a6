import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@tidemark/platform';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields that two people changed differently: the update changes them, and another user has changed them to a
 * different value since the update was begun (`docs/wire/flags-management.md#flag-conflict`). Without the earlier
 * version of the flag there are no conflicts.
 *
 * @param sent the update's fields, by their names on the wire
 */
export function conflictingFields(
  sent: Fields,
  original: Fields | null | undefined,
  current: Fields,
): readonly string[] {
  if (original === null || original === undefined) return [];
  const differ = (left: unknown, right: unknown): boolean =>
    !isDeepStrictEqual(withoutNames(left), withoutNames(right));
  return Object.keys(sent).filter(
    (field) =>
      Object.hasOwn(original, field) &&
      Object.hasOwn(current, field) &&
      differ(sent[field], original[field]) &&
      differ(original[field], current[field]) &&
      differ(sent[field], current[field]),
  );
}

/** Cohorts are shown with names that are not stored with the flag: they make no difference. */
function withoutNames(value: unknown): unknown {
  const json = JSON.stringify(value ?? null, (key, inner: unknown) =>
    key === 'cohort_name' ? undefined : inner,
  );
  return JSON.parse(json);
}

/** @param editor the email address of the user whose change was saved first */
export function conflict(editor: string | null): ApiError {
  return new ApiError(
    409,
    'server_error',
    'conflict',
    `The feature flag was updated by ${editor ?? 'another user'} since you started editing it. Please refresh and try again.`,
  );
}
