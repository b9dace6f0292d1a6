import type { Logger } from '@tidemark/platform';
import type {
  LoginSession,
  PersonalApiKey,
  PersonalApiKeyRepository,
  ProjectSecretKey,
  ProjectSecretKeyRepository,
  User,
  UserRepository,
} from '@tidemark/postgres';

/** The permissions of a caller, and the projects and organizations to which they apply. */
export type Grant = Pick<PersonalApiKey, 'id' | 'scopes' | 'scopedTeams' | 'scopedOrganizations'>;

/** A valid personal key and its user. */
export interface KeyIdentity {
  readonly key: PersonalApiKey;
  readonly user: User;
  readonly session?: undefined;
}

/** A signed-in user; `key` contains the permissions of their role. */
export interface SessionIdentity {
  readonly key: Grant;
  readonly user: User;
  readonly session: LoginSession;
  /**
   * Whether the organization requires a second factor and this session has none: then it can only access the user's
   * own account.
   */
  readonly lacksSecondFactor: boolean;
}

/** An authenticated user. */
export type Identity = KeyIdentity | SessionIdentity;

/** A valid secret key of a project, which gives access to that project only and has no user. */
export interface ProjectKeyIdentity {
  readonly key: Grant & Pick<ProjectSecretKey, 'label' | 'maskValue'>;
  readonly user: null;
  readonly projectId: number;
  readonly session?: undefined;
}

/** An authenticated user, or a server with a project secret key. */
export type AnyIdentity = Identity | ProjectKeyIdentity;

/**
 * Finds the identity of a personal key by the hash of its value; null if the key is not valid. Reads the store at
 * each call.
 */
export type IdentityFinder = (hash: string) => Promise<KeyIdentity | null>;

/** Finds the identity of a project secret key with scopes by the hash of its value; null if the key is not valid. */
export type ProjectKeyFinder = (hash: string) => Promise<ProjectKeyIdentity | null>;

/** Creates the function with which caches of keys find personal keys. It records the use of a key that it finds. */
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
      deps.logger.warn({ err: error }, 'the last use of a personal key could not be written');
    });
    return { key, user };
  };
}

/** Like `createIdentityFinder`, for project secret keys. */
export function createProjectKeyFinder(deps: {
  readonly projectSecretKeys: Pick<ProjectSecretKeyRepository, 'findByHash' | 'touch'>;
  readonly logger: Logger;
}): ProjectKeyFinder {
  return async (hash) => {
    const found = await deps.projectSecretKeys.findByHash(hash);
    if (found === null) return null;
    deps.projectSecretKeys.touch(found.id).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the last use of a project secret key could not be written');
    });
    const { id, label, maskValue, scopes, projectId } = found;
    const limits = { scopedTeams: [projectId], scopedOrganizations: [] };
    return { key: { id, label, maskValue, scopes, ...limits }, user: null, projectId };
  };
}
