import type { Scope } from '@tidemark/contracts';
import { grants, idParameter } from '@tidemark/contracts';
import type { RawRequest } from '@tidemark/platform';
import {
  authenticationFailed,
  notAuthenticated,
  notFound,
  permissionDenied,
  throttled,
} from '@tidemark/platform';
import type { Project, ProjectRepository } from '@tidemark/postgres';
import type { RateLimiter } from '@tidemark/redis';
import type { AccountAccess, ProjectAccess, ProjectCaller } from './access';
import { findCredential } from './find-credential';
import type { Identity, KeyDirectory } from './key-directory';

/**
 * Who asks, and may they? In this order: key, scope, project, the key's and the user's limits, rate
 * (`wire/query.md` §7.1). The body is looked at afterwards.
 */
export interface Authorizer {
  /** For paths with `:project_id`. @throws ApiError 401, 403, 404, 429 */
  forProject(request: RawRequest, access: ProjectAccess): Promise<ProjectCaller>;
  /** For all other paths. @throws ApiError 401, 403 */
  forAccount(request: RawRequest, access: AccountAccess): Promise<Identity>;
}

export function createAuthorizer(deps: {
  readonly directory: KeyDirectory;
  readonly projects: ProjectRepository;
  /** Null = queries are not limited. */
  readonly queryLimiter: RateLimiter | null;
}): Authorizer {
  const authenticate = async (request: RawRequest): Promise<Identity> => {
    const credential = await findCredential(request);
    if (credential === null) throw notAuthenticated();
    const identity = await deps.directory.find(credential.value);
    if (identity !== null) return identity;
    throw authenticationFailed(
      `Personal API key found in request ${credential.foundIn} is invalid.`,
    );
  };

  return {
    async forProject(request, access) {
      const identity = await authenticate(request);
      requireScope(identity, access.scope);
      const project = await findProject(deps.projects, identity, request.params['project_id']);
      if (access.countsAsQuery === true && deps.queryLimiter !== null) {
        const { allowed, retryAfterSeconds } = await deps.queryLimiter.consume(identity.key.id);
        if (!allowed) throw throttled(retryAfterSeconds);
      }
      return { ...identity, project };
    },

    async forAccount(request, access) {
      const identity = await authenticate(request);
      if (access.scope === null) return identity;
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

function requireScope({ key }: Identity, scope: Scope | '*'): void {
  if (!grants(key.scopes, scope)) {
    throw permissionDenied(`API key missing required scope '${scope}'`);
  }
}

function requireOrganization({ key }: Identity, organizationId: string): void {
  const { scopedOrganizations } = key;
  if (scopedOrganizations.length > 0 && !scopedOrganizations.includes(organizationId)) {
    throw permissionDenied(
      `API key does not have access to the requested organization: ID ${organizationId}.`,
    );
  }
}

async function findProject(
  projects: ProjectRepository,
  identity: Identity,
  parameter: string | undefined,
): Promise<Project> {
  const id = projectIdOf(identity, parameter);
  if (id === null) throw notFound('Project not found.');
  const { scopedTeams } = identity.key;
  // Before the look-up: a limited key learns nothing about which other projects exist.
  if (scopedTeams.length > 0 && !scopedTeams.includes(id)) {
    throw permissionDenied(`API key does not have access to the requested project: ID ${id}.`);
  }
  const project = await projects.findById(id);
  if (project === null) throw notFound('Project not found.');
  requireOrganization(identity, project.organizationId);
  if (project.organizationId !== identity.user.organizationId) {
    throw permissionDenied("You don't have access to the project.");
  }
  return project;
}

/** `@current` is the user's current project, or the only one the key is for. */
function projectIdOf({ key, user }: Identity, parameter: string | undefined): number | null {
  if (parameter === '@current') {
    return (key.scopedTeams.length === 1 ? key.scopedTeams[0] : user.currentProjectId) ?? null;
  }
  const parsed = idParameter().safeParse(parameter);
  return parsed.success ? parsed.data : null;
}
