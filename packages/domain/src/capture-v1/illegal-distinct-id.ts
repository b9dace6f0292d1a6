/** Ids that broken instrumentation sends for everybody (`docs/wire/capture.md#v1-illegal-ids`, the V1 list). */
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

/** Whether events of this id are kept without a person: else strangers would share one. */
export function isIllegalDistinctId(distinctId: string): boolean {
  return ILLEGAL.has(distinctId.toLowerCase());
}
