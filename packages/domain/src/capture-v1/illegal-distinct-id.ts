/** Ids that incorrect instrumentation sends for all users (`docs/wire/capture.md#v1-illegal-ids`, the V1 list). */
const ILLEGAL: ReadonlySet<string> = new Set([
  '0',
  '00000000-0000-0000-0000-000000000000',
  '[object object]',
  'anonymous',
  'anonymous-user',
  'backend',
  'distinct_id',
  'distinctid',
  'email',
  'false',
  'guest',
  'id',
  'nan',
  'none',
  'not_authenticated',
  'null',
  'system',
  'true',
  'undefined',
  'user',
]);

/** Whether events with this id are stored without a person; otherwise unrelated users would share one person. */
export function isIllegalDistinctId(distinctId: string): boolean {
  return ILLEGAL.has(distinctId.toLowerCase());
}
