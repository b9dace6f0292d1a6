import type { Logger } from '@tidemark/platform';
import type { Project, ProjectRepository } from '@tidemark/postgres';
import { createRefreshingCache } from '../definitions/refreshing-cache';
import { withDeadline } from '../definitions/with-deadline';

/** The project store could not say whether a token is known. */
export class ProjectStoreDownError extends Error {
  constructor(cause: unknown) {
    super('project store unavailable', { cause });
    this.name = 'ProjectStoreDownError';
  }
}

/** Projects by token, in memory in front of Postgres. */
export interface ProjectDirectory {
  /**
   * Null when no project owns the token.
   *
   * @throws ProjectStoreDownError when the token is not in memory and Postgres is away.
   */
  findByToken(token: string): Promise<Project | null>;
  /** A project was created or changed. */
  invalidate(projectId: number): void;
}

const KNOWN_FRESH_MS = 30_000;
/** How long a token stays unknown if the news of its project is lost. */
const UNKNOWN_FRESH_MS = 5_000;
const MAX_TOKENS = 50_000;
const LOAD_DEADLINE_MS = 2_000;

export function createProjectDirectory(deps: {
  readonly projects: Pick<ProjectRepository, 'findByToken'>;
  readonly logger: Logger;
  readonly now: () => number;
}): ProjectDirectory {
  const cache = createRefreshingCache<string, Project | null>({
    load: (token) => withDeadline(deps.projects.findByToken(token), LOAD_DEADLINE_MS),
    freshMs: (project) => (project === null ? UNKNOWN_FRESH_MS : KNOWN_FRESH_MS),
    servesStale: (project) => project !== null,
    maxEntries: MAX_TOKENS,
    now: deps.now,
    onLoadFailed: (error) =>
      deps.logger.warn({ err: error }, 'project store unavailable, serving the last known state'),
  });
  return {
    findByToken: async (token) => {
      try {
        return await cache.get(token);
      } catch (error) {
        throw new ProjectStoreDownError(error);
      }
    },
    invalidate: (projectId) =>
      cache.invalidateWhere((project) => project === null || project.id === projectId),
  };
}
