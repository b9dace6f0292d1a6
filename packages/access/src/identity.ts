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

/** The permissions of a caller and where they apply. */
export type Grant = Pick<PersonalApiKey, 'id' | 'scopes' | 'scopedTeams' | 'scopedOrganizations'>;

/** A valid key and whose it is. */
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
  /** The organization asks for a second factor, and this session has none: it reaches the own account only. */
  readonly lacksSecondFactor: boolean;
}

/** A person. */
export type Identity = KeyIdentity | SessionIdentity;

/** A valid secret key of a project, limited to that project; it has no user. */
export interface ProjectKeyIdentity {
  readonly key: Grant & Pick<ProjectSecretKey, 'label' | 'maskValue'>;
  readonly user: null;
  readonly projectId: number;
  readonly session?: undefined;
}

/** A person, or a project's own server. */
export type AnyIdentity = Identity | ProjectKeyIdentity;

/** Looks up by the hash of a key's value; null when that is no valid key. Each call asks the store. */
export type IdentityFinder = (hash: string) => Promise<KeyIdentity | null>;

/** As `IdentityFinder`, of the secret keys of projects that have scopes. */
export type ProjectKeyFinder = (hash: string) => Promise<ProjectKeyIdentity | null>;

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
      deps.logger.warn({ err: error }, 'the last use of a personal key could not be written');
    });
    return { key, user };
  };
}

/** The same for the secret keys of projects. */
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
