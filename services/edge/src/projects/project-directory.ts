import { mayBeProjectToken } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { Project, ProjectRepository } from '@tidemark/postgres';
import type { RefreshingCache } from './refreshing-cache';
import { createRefreshingCache } from './refreshing-cache';
import { withDeadline } from './with-deadline';

/** A project is not cached and Postgres cannot be read. */
export class ProjectStoreDownError extends Error {
  constructor(cause: unknown) {
    super('project store unavailable', { cause });
    this.name = 'ProjectStoreDownError';
  }
}

/** Projects by token, in memory in front of Postgres. */
export interface ProjectDirectory {
  /**
   * Resolves with null if no project owns the token. A text that cannot be a token is neither looked up nor cached.
   *
   * @throws ProjectStoreDownError if the token is not cached and Postgres is unavailable.
   */
  findByToken(token: string): Promise<Project | null>;
  /**
   * Resolves with null if there is no such project.
   *
   * @throws ProjectStoreDownError as above
   */
  findById(id: number): Promise<Project | null>;
  /** Must be called after a project was created or changed. */
  invalidate(projectId: number): void;
}

const KNOWN_FRESH_MS = 30_000;
/** Ms for which a token stays unknown if the announcement of its project is lost. */
const UNKNOWN_FRESH_MS = 5_000;
const MAX_PROJECTS = 50_000;
const LOAD_DEADLINE_MS = 2_000;

export function createProjectDirectory(deps: {
  readonly projects: Pick<ProjectRepository, 'findByToken' | 'findById'>;
  readonly logger: Logger;
  readonly now: () => number;
  /** The clock for the expiry of tokens. */
  readonly wallClock: () => Date;
}): ProjectDirectory {
  const cacheOf = <Key>(
    find: (key: Key) => Promise<Project | null>,
  ): RefreshingCache<Key, Project | null> =>
    createRefreshingCache({
      load: (key) => withDeadline(find(key), LOAD_DEADLINE_MS),
      freshMs: (project) => (project === null ? UNKNOWN_FRESH_MS : KNOWN_FRESH_MS),
      servesStale: (project) => project !== null,
      maxEntries: MAX_PROJECTS,
      now: deps.now,
      onLoadFailed: (error) =>
        deps.logger.warn({ err: error }, 'projects cannot be read: the cached ones are used'),
    });
  const byToken = cacheOf((token: string) => deps.projects.findByToken(token));
  const byId = cacheOf((id: number) => deps.projects.findById(id));
  const known = async <Key>(
    cache: RefreshingCache<Key, Project | null>,
    key: Key,
  ): Promise<Project | null> => {
    try {
      return await cache.get(key);
    } catch (error) {
      throw new ProjectStoreDownError(error);
    }
  };
  return {
    async findByToken(token) {
      if (!mayBeProjectToken(token)) return null;
      const project = await known(byToken, token);
      // The cached project may be older than the end of the grace period of a previous token.
      return project === null || isValid(token, project, deps.wallClock()) ? project : null;
    },
    findById: (id) => known(byId, id),
    invalidate: (projectId) => {
      byToken.invalidateWhere((project) => project === null || project.id === projectId);
      byId.invalidate(projectId);
    },
  };
}

/** Whether a token is the current one of the project, or the previous one in its grace period. */
function isValid(token: string, { apiToken, previousToken }: Project, now: Date): boolean {
  if (token === apiToken) return true;
  return previousToken?.value === token && previousToken.expiresAt > now;
}
