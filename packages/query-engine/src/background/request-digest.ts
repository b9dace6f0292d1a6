import { createHash } from 'node:crypto';

/** What a signed job says of the request in its run record: both sides see it as the JSON it is stored as. */
export function requestDigest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}
