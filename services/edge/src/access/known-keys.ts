import type { Identity, IdentityFinder } from '@tidemark/access';
import type { Project, ProjectRepository } from '@tidemark/postgres';
import { hashPersonalApiKey, hashProjectSecretKey } from '@tidemark/postgres';
import { createRefreshingCache } from '../definitions/refreshing-cache';
import { withDeadline } from '../definitions/with-deadline';
import { ProjectStoreDownError } from '../projects/project-directory';

/** Keys that servers authenticate with, in memory in front of Postgres under their hashes. */
export interface KnownKeys {
  /** Null for a value that is no valid key. @throws ProjectStoreDownError */
  personal(value: string): Promise<Identity | null>;
  /** The project whose secret key, or its backup, this is. @throws ProjectStoreDownError */
  projectSecret(value: string): Promise<Pick<Project, 'id'> | null>;
}

/** A revoked key lives for so long; a poll in between asks no store. */
const FRESH_MS = 10_000;
const MAX_KEYS = 20_000;
const LOAD_DEADLINE_MS = 2_000;

export function createKnownKeys(deps: {
  readonly findIdentity: IdentityFinder;
  readonly projects: Pick<ProjectRepository, 'findBySecretKeyHash'>;
  /** Monotonic ms. */
  readonly now: () => number;
}): KnownKeys {
  const remember = <Found>(
    find: (hash: string) => Promise<Found | null>,
  ): ((hash: string) => Promise<Found | null>) => {
    const cache = createRefreshingCache<string, Found | null>({
      load: (hash) => withDeadline(find(hash), LOAD_DEADLINE_MS),
      freshMs: () => FRESH_MS,
      // A key is asked for again before it opens anything: it may have been revoked.
      servesStale: () => false,
      maxEntries: MAX_KEYS,
      now: deps.now,
      onLoadFailed: () => undefined,
    });
    return async (hash) => {
      try {
        return await cache.get(hash);
      } catch (error) {
        throw new ProjectStoreDownError(error);
      }
    };
  };
  const identities = remember(deps.findIdentity);
  const secrets = remember((hash) => deps.projects.findBySecretKeyHash(hash));
  return {
    personal: (value) => identities(hashPersonalApiKey(value)),
    projectSecret: (value) => secrets(hashProjectSecretKey(value)),
  };
}
