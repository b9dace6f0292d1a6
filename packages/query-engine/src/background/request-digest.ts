import { createHash } from 'node:crypto';

/**
 * The digest of a request in a signed job, which is compared with the run record: both sides compute it from the
 * stored JSON.
 */
export function requestDigest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}
