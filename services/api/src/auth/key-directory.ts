import type { Identity, IdentityFinder } from '@tidemark/access';
import { hashPersonalApiKey } from '@tidemark/postgres';

export interface KeyDirectory {
  /** Null for a value that is no valid key. */
  find(value: string): Promise<Identity | null>;
  /** Forgets everything: after a key was changed or removed here. */
  forget(): void;
}

interface Entry {
  readonly identity: Promise<Identity | null>;
  readonly expiresAt: number;
}

/** How long a revoked key may still work in another process. */
const TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;

/**
 * Looks keys up by the hash of their value and remembers the answer, also a negative one, for a few
 * seconds. Values are neither kept nor logged.
 */
export function createKeyDirectory(deps: {
  readonly find: IdentityFinder;
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
}): KeyDirectory {
  const entries = new Map<string, Entry>();

  return {
    find(value) {
      const hash = hashPersonalApiKey(value);
      const known = entries.get(hash);
      if (known !== undefined && known.expiresAt > deps.now()) return known.identity;
      const identity = deps.find(hash);
      entries.delete(hash);
      entries.set(hash, { identity, expiresAt: deps.now() + TTL_MS });
      dropOldest(entries);
      identity.catch(() => entries.delete(hash));
      return identity;
    },
    forget: () => entries.clear(),
  };
}

function dropOldest(entries: Map<string, Entry>): void {
  if (entries.size <= MAX_ENTRIES) return;
  const oldest = entries.keys().next();
  if (oldest.done !== true) entries.delete(oldest.value);
}
