import type { Logger } from '@tidemark/platform';
import type { RefreshingCache } from './refreshing-cache';
import { createRefreshingCache } from './refreshing-cache';
import { withDeadline } from './with-deadline';

/** A cache of one list per project, by project id. */
export type ProjectLists<T> = RefreshingCache<number, readonly T[]>;

const FRESH_MS = 30_000;
const MAX_PROJECTS = 10_000;
const LOAD_DEADLINE_MS = 2_000;

/** Caches lists. While Postgres is unavailable, it returns those that were loaded last. */
export function createProjectLists<T>(deps: {
  /** The name of the listed items, for the log. */
  readonly what: string;
  readonly load: (projectId: number) => Promise<readonly T[]>;
  readonly logger: Logger;
  /** Monotonic ms. */
  readonly now: () => number;
}): ProjectLists<T> {
  return createRefreshingCache<number, readonly T[]>({
    load: (projectId) => withDeadline(deps.load(projectId), LOAD_DEADLINE_MS),
    freshMs: () => FRESH_MS,
    servesStale: () => true,
    maxEntries: MAX_PROJECTS,
    now: deps.now,
    onLoadFailed: (error) =>
      deps.logger.warn({ err: error }, `${deps.what} cannot be read: the cached ones are used`),
  });
}
