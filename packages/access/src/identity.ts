import type { Logger } from '@tidemark/platform';
import type {
  LoginSession,
  PersonalApiKey,
  PersonalApiKeyRepository,
  User,
  UserRepository,
} from '@tidemark/postgres';

/** What a caller may do and where. */
export type Grant = Pick<PersonalApiKey, 'id' | 'scopes' | 'scopedTeams' | 'scopedOrganizations'>;

/** A valid key and whose it is. */
export interface KeyIdentity {
  readonly key: PersonalApiKey;
  readonly user: User;
  readonly session?: undefined;
}

/** Somebody who is signed in: `key` says what their role lets them do. */
export interface SessionIdentity {
  readonly key: Grant;
  readonly user: User;
  readonly session: LoginSession;
}

export type Identity = KeyIdentity | SessionIdentity;

/** Looks up by the hash of a key's value; null when that is no valid key. Each call asks the store. */
export type IdentityFinder = (hash: string) => Promise<KeyIdentity | null>;

/** The look-up behind every service's cache of keys; a key that is found counts as used. */
export function createIdentityFinder(deps: {
  readonly keys: Pick<PersonalApiKeyRepository, 'findByHash' | 'touch'>;
  readonly users: Pick<UserRepository, 'findById'>;
  readonly logger: Logger;
}): IdentityFinder {
  return async (hash) => {
    const key = await deps.keys.findByHash(hash);
    const user = key && (await deps.users.findById(key.userId));
    if (key === null || user === null) return null;
    deps.keys.touch(key.id).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'could not note the use of a key');
    });
    return { key, user };
  };
}
