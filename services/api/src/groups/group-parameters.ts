import { countParameter, validationError } from '@tidemark/platform';
import type { GroupCursor } from '@tidemark/postgres';
import { z } from 'zod';
import { numberParameter, parameter } from '../query-parameters';

const groupTypeIndex = numberParameter('Type of the group, 0 to 4; required.');

/** Names a type of groups. */
export const groupTypeQuery = z.object({ group_type_index: groupTypeIndex });

/** Names a group. */
export const groupQuery = groupTypeQuery.extend({
  group_key: parameter('Key of the group; required.'),
});

const REQUIRED = 'This query parameter is required.';

/** `group_type_index` of a query string. @throws ApiError 400 */
export function groupIndexOf(parameters: URLSearchParams, missing = REQUIRED): number {
  const text = parameters.get('group_type_index') ?? '';
  const index = countParameter(text);
  if (index !== null) return index;
  const detail = text === '' ? missing : 'A valid integer is required.';
  throw validationError('invalid_input', detail, 'group_type_index');
}

/** The group that a query string names. @throws ApiError 400 */
export function groupNamed(parameters: URLSearchParams): {
  readonly index: number;
  readonly key: string;
} {
  const index = groupIndexOf(parameters);
  const key = parameters.get('group_key') ?? '';
  if (key === '') throw validationError('invalid_input', REQUIRED, 'group_key');
  return { index, key };
}

/** The cursor that clients send for a position in a list of groups. */
export function cursorText({ createdAtUs, groupKey }: GroupCursor): string {
  return Buffer.from(JSON.stringify({ c: createdAtUs, k: groupKey })).toString('base64url');
}

/** The position of a client's cursor; an invalid cursor means the beginning, as in PostHog. */
export function cursorOf(text: string | null): GroupCursor | null {
  if (text === null) return null;
  try {
    const parsed = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { c, k } = parsed as { readonly c?: unknown; readonly k?: unknown };
    if (!Number.isSafeInteger(c) || typeof k !== 'string' || k.includes('\0')) return null;
    return { createdAtUs: c as number, groupKey: k };
  } catch {
    // The cursor is not valid.
    return null;
  }
}
