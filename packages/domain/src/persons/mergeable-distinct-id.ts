/** Ids that incorrect instrumentation sends for all users; merging them would join unrelated users. */
const ILLEGAL_ANY_CASE = new Set([
  'anonymous',
  'guest',
  'distinctid',
  'distinct_id',
  'id',
  'not_authenticated',
  'email',
  'undefined',
  'true',
  'false',
]);
const ILLEGAL_EXACT = new Set(['[object Object]', 'NaN', 'None', 'none', 'null', '0', 'undefined']);

const MAX_CODE_POINTS = 400;

/**
 * Whether a distinct id may take part in a merge (`docs/wire/capture.md#merge-illegal-ids`). Events without a merge
 * may have any id.
 */
export function isMergeableDistinctId(distinctId: string): boolean {
  if (distinctId.trim() === '' || distinctId.includes('\0')) return false;
  if (distinctId.length > MAX_CODE_POINTS && Array.from(distinctId).length > MAX_CODE_POINTS) {
    return false;
  }
  const bare = unquoted(distinctId);
  return !ILLEGAL_EXACT.has(bare) && !ILLEGAL_ANY_CASE.has(bare.toLowerCase());
}

function unquoted(text: string): string {
  const first = text[0];
  const wrapped = text.length >= 2 && (first === '"' || first === "'") && text.at(-1) === first;
  return wrapped ? text.slice(1, -1) : text;
}
