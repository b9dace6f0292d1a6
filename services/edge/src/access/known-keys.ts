import type { Identity, IdentityFinder, ProjectKeyFinder, SessionIdentity } from '@tidemark/access';
import { readAccessToken, sessionIdentity } from '@tidemark/access';
import type { SignedTokens } from '@tidemark/platform';
import type { Scope } from '@tidemark/contracts';
import type { LoginSessionRepository, ProjectRepository } from '@tidemark/postgres';
import { hashPersonalApiKey, hashProjectSecretKey } from '@tidemark/postgres';
import { createRefreshingCache } from '../projects/refreshing-cache';
import { withDeadline } from '../projects/with-deadline';
import { ProjectStoreDownError } from '../projects/project-directory';

/** `untaken`: this edge has no secret with which to check access tokens. */
type SessionReading =
  | { readonly outcome: 'valid'; readonly identity: SessionIdentity }
  | { readonly outcome: 'expired' | 'invalid' | 'untaken' };

/** The project that a secret key gives access to. */
interface ProjectSecret {
  readonly projectId: number;
  readonly scopes: readonly string[];
}

/** An in-memory cache of credentials in Postgres: personal keys, project secret keys and login sessions. */
export interface KnownKeys {
  /** Returns null for an invalid key. @throws ProjectStoreDownError */
  personal(value: string): Promise<Identity | null>;
  /** Finds a project by its secret key, its backup secret key, or a key with scopes. @throws ProjectStoreDownError */
  projectSecret(value: string): Promise<ProjectSecret | null>;
  /** Finds the user of an access token, by the rules of the api. @throws ProjectStoreDownError */
  session(token: string): Promise<SessionReading>;
}

/** The scopes of a project's own secret key, which gives access to its flags. */
const SECRET_SCOPES: readonly Scope[] = ['feature_flag:read'];
/** Ms for which a key is cached. A revoked key is accepted until then, and polls within this time read no store. */
const FRESH_MS = 10_000;
const MAX_KEYS = 20_000;
const LOAD_DEADLINE_MS = 2_000;

export function createKnownKeys(deps: {
  readonly findIdentity: IdentityFinder;
  readonly findProjectKey: ProjectKeyFinder;
  readonly projects: Pick<ProjectRepository, 'findBySecretKeyHash'>;
  readonly sessions: Pick<LoginSessionRepository, 'findActive'>;
  /** Null: access tokens are not accepted. */
  readonly tokens: SignedTokens | null;
  readonly wallClock: () => Date;
  /** Monotonic ms. */
  readonly now: () => number;
}): KnownKeys {
  const { tokens } = deps;
  const remember = <Found>(
    find: (name: string) => Promise<Found | null>,
  ): ((name: string) => Promise<Found | null>) => {
    const cache = createRefreshingCache<string, Found | null>({
      load: (name) => withDeadline(find(name), LOAD_DEADLINE_MS),
      freshMs: () => FRESH_MS,
      // After FRESH_MS a key is looked up before it is used, because it may have been revoked.
      servesStale: () => false,
      maxEntries: MAX_KEYS,
      now: deps.now,
      onLoadFailed: () => undefined,
    });
    return async (name) => {
      try {
        return await cache.get(name);
      } catch (error) {
        throw new ProjectStoreDownError(error);
      }
    };
  };
  const identities = remember(deps.findIdentity);
  const secrets = remember(async (hash): Promise<ProjectSecret | null> => {
    const project = await deps.projects.findBySecretKeyHash(hash);
    if (project !== null) return { projectId: project.id, scopes: SECRET_SCOPES };
    const found = await deps.findProjectKey(hash);
    return found && { projectId: found.projectId, scopes: found.key.scopes };
  });
  const open = remember((sessionId) => deps.sessions.findActive(sessionId, deps.wallClock()));
  return {
    personal: (value) => identities(hashPersonalApiKey(value)),
    projectSecret: (value) => secrets(hashProjectSecretKey(value)),
    async session(token) {
      if (tokens === null) return { outcome: 'untaken' };
      const reading = readAccessToken(tokens, token);
      if (reading.outcome !== 'valid') return reading;
      const found = await open(reading.claims.sessionId);
      if (found?.user.uuid !== reading.claims.userUuid) return { outcome: 'invalid' };
      // The organization requires a second factor: a session without it only has access to the user's own account.
      if (found.lacksSecondFactor) return { outcome: 'invalid' };
      return { outcome: 'valid', identity: sessionIdentity(found) };
    },
  };
}
