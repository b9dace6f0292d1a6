import { createHash } from 'node:crypto';
import type { Evaluation, FlagResult } from '@tidemark/flag-engine';

/** Failures of a store: the next evaluation may succeed. */
const PASSING: ReadonlySet<string> = new Set([
  'database_unavailable',
  'group_mapping_retry',
  'hash_key_override_error',
  'person_metadata_unavailable',
]);

const SIGNATURE_LENGTH = 16;

/**
 * Names what a page can do differently: the flags that are on, their variants and payloads. A flag that is off counts
 * like one that does not exist, and versions and reasons do not count: a change that leaves all of this as it was does
 * not concern the person.
 *
 * @returns null when a store could not be read, so that nothing can be said
 */
export function personSignature({ results, errorsWhileComputing }: Evaluation): string | null {
  // No flags could be read at all.
  if (results.size === 0 && errorsWhileComputing) return null;
  const on: string[] = [];
  for (const result of results.values()) {
    if (result.failed === true && PASSING.has(result.reason.code)) return null;
    if (result.enabled) on.push(describe(result));
  }
  // The order of evaluation follows dependencies, which a change may move.
  const text = on.sort().join('\n');
  return createHash('sha256').update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
}

/** JSON keeps apart what a separator could not. */
function describe({ key, variant, payload }: FlagResult): string {
  return JSON.stringify([key, variant, payload]);
}
