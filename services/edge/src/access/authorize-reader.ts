import type { Identity } from '@tidemark/access';
import {
  bearerToken,
  looksLikeAccessToken,
  projectIdOf,
  requireProject,
  requireProjectId,
  requireScope,
} from '@tidemark/access';
import {
  authenticationFailed,
  notAuthenticated,
  notFound,
  permissionDenied,
} from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import { PROJECT_SECRET_PREFIX } from '@tidemark/postgres';
import type { ProjectDirectory } from '../projects/project-directory';
import type { KnownKeys } from './known-keys';

/** The fields of a request that name the project whose flags it reads. */
export interface ReaderRequest {
  readonly authorization: string | undefined;
  /** The project's public token; null when not sent. */
  readonly token: string | null;
  /** The project in the path: an id or `@current`; null if the path contains no project. */
  readonly project: string | null;
}

/** Who reads flag definitions: a server with a project secret key, or a user with a personal key or access token. */
export interface Reader {
  readonly project: Project;
  readonly key: 'project_secret' | 'personal';
}

/**
 * Returns the project whose flag definitions a request may read
 * (`docs/wire/flags-management.md#local-evaluation-routes`): the project of the public token, else the project in
 * the path, else the project of the credential. Credentials are accepted in the Authorization header only.
 * @throws ApiError 401 (token or key), 403 (scope, another project), 404 (no such project)
 * @throws ProjectStoreDownError
 */
export type AuthorizeReader = (request: ReaderRequest) => Promise<Reader>;

const OWN = '@current';
const TOKEN_ERRORS = {
  expired: 'Access token has expired.',
  invalid: 'Invalid access token.',
  untaken: 'Access tokens are not taken here. Use an API key.',
} as const;

export function createAuthorizeReader(deps: {
  readonly keys: KnownKeys;
  readonly projects: ProjectDirectory;
}): AuthorizeReader {
  const { keys, projects } = deps;

  const projectOfToken = async (token: string): Promise<Project> => {
    const project = await projects.findByToken(token);
    if (project === null) {
      throw authenticationFailed(
        'The provided API key is invalid or has expired. Please check your API key and try again.',
      );
    }
    return project;
  };
  const projectOfId = async (id: number | null): Promise<Project> => {
    const project = id === null ? null : await projects.findById(id);
    if (project === null) throw notFound('Project not found.');
    return project;
  };

  const withSecret = async (value: string, request: ReaderRequest): Promise<Project> => {
    const owner = await keys.projectSecret(value);
    if (owner === null) throw authenticationFailed('The project secret API key is invalid.');
    requireScope({ key: owner }, 'feature_flag:read');
    const asked =
      request.token !== null
        ? (await projectOfToken(request.token)).id
        : (request.project ?? OWN) === OWN
          ? owner.projectId
          : Number(request.project);
    if (asked !== owner.projectId) {
      throw permissionDenied('The project secret API key belongs to another project.');
    }
    return projectOfId(owner.projectId);
  };

  const personOf = async (value: string): Promise<Identity> => {
    if (looksLikeAccessToken(value)) {
      const reading = await keys.session(value);
      if (reading.outcome === 'valid') return reading.identity;
      throw authenticationFailed(TOKEN_ERRORS[reading.outcome]);
    }
    const identity = await keys.personal(value);
    if (identity !== null) return identity;
    throw authenticationFailed(
      'Personal API key found in request Authorization header is invalid.',
    );
  };

  const ofPerson = async (value: string, request: ReaderRequest): Promise<Project> => {
    const identity = await personOf(value);
    requireScope(identity, 'feature_flag:read');
    if (request.token !== null) {
      const project = await projectOfToken(request.token);
      requireProject(identity, project);
      return project;
    }
    const id = projectIdOf(identity, request.project ?? OWN);
    if (id !== null) requireProjectId(identity, id);
    const project = await projectOfId(id);
    requireProject(identity, project);
    return project;
  };

  return async (request) => {
    const value = bearerToken(request.authorization);
    if (value === null) throw notAuthenticated();
    return value.startsWith(PROJECT_SECRET_PREFIX)
      ? { project: await withSecret(value, request), key: 'project_secret' }
      : { project: await ofPerson(value, request), key: 'personal' };
  };
}
