import { z } from 'zod';
import type { QueryPage } from '../query-request';

/** The length of the fingerprint of the query that the pages belong to. */
const FINGERPRINT_CHARACTERS = 16;

const schema = z.tuple([
  z.literal(1),
  /** Size. */
  z.int().min(1),
  /** Offset. */
  z.int().min(0),
  /** Milliseconds since the epoch. */
  z.int().min(0),
  z.string().length(FINGERPRINT_CHARACTERS),
]);

/** The position of the next page as an opaque text. `key`: the cache key of the whole result. */
export function writeCursor({ size, offset, asOf }: QueryPage, key: string): string {
  const parts = [1, size, offset, asOf.getTime(), fingerprint(key)];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** `malformed`: not a cursor of ours; `foreign`: of another query, or of a project that has changed since. */
export function readCursor(text: string, key: string): QueryPage | 'malformed' | 'foreign' {
  const parsed = schema.safeParse(json(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) return 'malformed';
  const [, size, offset, asOf, of] = parsed.data;
  return of === fingerprint(key) ? { size, offset, asOf: new Date(asOf) } : 'foreign';
}

function fingerprint(key: string): string {
  return key.slice(-FINGERPRINT_CHARACTERS);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that is not JSON is not a cursor.
    return null;
  }
}
