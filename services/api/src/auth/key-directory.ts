import type { AnyIdentity, IdentityFinder, ProjectKeyFinder } from '@tidemark/access';
import {
  hashPersonalApiKey,
  hashProjectSecretKey,
  PROJECT_SECRET_PREFIX,
} from '@tidemark/postgres';
import { createRecentLookUps } from './recent-look-ups';

export interface KeyDirectory {
  /** The identity of a personal key or a project key, as its prefix says. Null for a value that is not a valid key. */
  find(value: string): Promise<AnyIdentity | null>;
  /** Clears the cache, after this process changed or removed a key. */
  forget(): void;
}

/**
 * Finds keys by the hash of their value and caches the result for a few seconds. Values are neither stored nor logged.
 */
export function createKeyDirectory(deps: {
  readonly find: IdentityFinder;
  readonly findProjectKey: ProjectKeyFinder;
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
}): KeyDirectory {
  const personalKeys = createRecentLookUps({ ask: deps.find, now: deps.now });
  const projectKeys = createRecentLookUps({ ask: deps.findProjectKey, now: deps.now });
  return {
    find: (value): Promise<AnyIdentity | null> =>
      value.startsWith(PROJECT_SECRET_PREFIX)
        ? projectKeys.find(hashProjectSecretKey(value))
        : personalKeys.find(hashPersonalApiKey(value)),
    forget: () => {
      personalKeys.forget();
      projectKeys.forget();
    },
  };
}
