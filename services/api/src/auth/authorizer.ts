import type { AnyIdentity, Identity } from '@tidemark/access';
import {
  looksLikeAccessToken,
  projectIdOf,
  requireOrganization,
  requireProject,
  requireProjectId,
  requireScope,
} from '@tidemark/access';
import type { RawRequest } from '@tidemark/platform';
import {
  authenticationFailed,
  notAuthenticated,
  notFound,
  permissionDenied,
} from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { AccountAccess, ProjectAccess, ServerCaller } from './access';
import { projectKeysRejected, secondFactorRequired } from './access';
import type { BodyCredentialLimit } from './body-credential-limit';
import { findCredential, MAX_CREDENTIAL_BODY_BYTES } from './find-credential';
import type { KeyDirectory } from './key-directory';
import type { KnownProjects } from './known-projects';
import type { OwnAddress } from './own-address';
import { requireOwnPage } from './own-page';
import type { QueryRates } from './query-rates';
import type { SessionCookies } from './session-cookie';
import type { SessionDirectory } from './session-directory';
import { sessionEnded } from './session-directory';

/**
 * Identifies the caller and checks the access in this order: key, scope, project, the limits of the key and of the
 * user, rate (`docs/wire/api.md#check-order`). The body is validated afterwards.
 */
export interface Authorizer {
  /** For paths with `:project_id`. @throws ApiError 401, 403, 404, 429 */
  forProject(request: RawRequest, access: ProjectAccess): Promise<ServerCaller>;
  /** For all other paths. @throws ApiError 401, 403 */
  forAccount(request: RawRequest, access: AccountAccess): Promise<Identity>;
}

export function createAuthorizer(deps: {
  readonly directory: KeyDirectory;
  readonly sessions: SessionDirectory;
  /** Read from Postgres at every request. */
  readonly findProject: (id: number) => Promise<Project | null>;
  /** For queries, which come most often. */
  readonly knownProjects: Pick<KnownProjects, 'find'>;
  readonly queryRates: QueryRates;
  readonly bodyCredentials: BodyCredentialLimit;
  readonly cookies: SessionCookies;
  readonly address: OwnAddress;
}): Authorizer {
  const authenticate = async (request: RawRequest): Promise<AnyIdentity> => {
    const credential = await findCredential(request, deps.bodyCredentials, deps.cookies);
    if (credential === null) throw notAuthenticated();
    if (credential.foundIn === 'cookie') {
      requireOwnPage(request, deps.address);
      const signedInUser = await deps.sessions.readCookie(credential.value);
      if (signedInUser === null) throw sessionEnded();
      return signedInUser;
    }
    if (looksLikeAccessToken(credential.value)) {
      // Addresses are kept in histories and logs; keys are accepted there because PostHog does.
      if (credential.foundIn === 'query string') {
        throw authenticationFailed(
          'Access tokens are not accepted in the query string. Send the Authorization header.',
        );
      }
      return signedIn(deps.sessions, credential.value);
    }
    const identity = await deps.directory.find(credential.value);
    if (identity !== null) return identity;
    throw authenticationFailed(
      `Personal API key found in request ${credential.foundIn} is invalid.`,
    );
  };

  return {
    async forProject(request, access) {
      const identity = await authenticate(request);
      if (identity.user === null && access.projectKeys !== true) throw projectKeysRejected();
      requireSecondFactor(identity);
      requireScope(identity, access.scope);
      const project = await findProject(
        access.queryRate === undefined ? deps.findProject : deps.knownProjects.find,
        identity,
        request.params['project_id'],
      );
      // Rate limits apply to keys; sessions have none (`docs/wire/query-runs.md#rate-subject`).
      if (access.queryRate !== undefined && identity.session === undefined) {
        const admitted = deps.queryRates.take(access.queryRate, identity.key.id, request);
        if (access.admitsLater === true && isSmall(request)) {
          admitted.catch(() => undefined);
          return { ...identity, project, admitted };
        }
        await admitted;
      }
      return { ...identity, project };
    },

    async forAccount(request, access) {
      const identity = await authenticate(request);
      if (identity.user === null) throw projectKeysRejected();
      if (access.beforeSecondFactor !== true) requireSecondFactor(identity);
      if (access.scope === null) return identity;
      if (identity.session !== undefined && access.ownToSessions === true) return identity;
      requireScope(identity, access.scope);
      if (identity.key.scopedTeams.length > 0) {
        throw permissionDenied(
          'API keys with scoped projects are only supported on project-based endpoints.',
        );
      }
      requireOrganization(identity, identity.user.organizationId);
      return identity;
    },
  };
}

/** Whether a body is small. A large one is expensive to read, so the rate limit is checked first. */
function isSmall({ announcedBytes }: RawRequest): boolean {
  return announcedBytes !== null && announcedBytes <= MAX_CREDENTIAL_BODY_BYTES;
}

/** Keys are for programs, which have no second factor. @throws ApiError 403 */
function requireSecondFactor(identity: AnyIdentity): void {
  if (identity.session !== undefined && identity.lacksSecondFactor) throw secondFactorRequired();
}

/** @throws ApiError 401 */
async function signedIn(sessions: SessionDirectory, token: string): Promise<Identity> {
  const reading = await sessions.read(token);
  if (reading.outcome === 'valid') return reading.identity;
  throw authenticationFailed(
    reading.outcome === 'expired' ? 'Access token has expired.' : 'Invalid access token.',
  );
}

async function findProject(
  find: (id: number) => Promise<Project | null>,
  identity: AnyIdentity,
  parameter: string | undefined,
): Promise<Project> {
  const id = projectIdOf(identity, parameter);
  if (id === null) throw notFound('Project not found.');
  requireProjectId(identity, id);
  const project = await find(id);
  if (project === null) throw notFound('Project not found.');
  requireProject(identity, project);
  return project;
}
