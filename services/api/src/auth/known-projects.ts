import type { Logger } from '@tidemark/platform';
import type { Project, ProjectRepository } from '@tidemark/postgres';
import type { DefinitionsChannel } from '@tidemark/redis';
import { createRecentLookUps } from './recent-look-ups';

/** Projects in memory, for requests that must not wait for Postgres (decision 0263). */
export interface KnownProjects {
  /** Null when there is no such project. */
  find(id: number): Promise<Project | null>;
  /** Clears the cache, after a project was created, changed or removed. */
  forget(): void;
}

/**
 * Projects are remembered as long as keys are: a few seconds. Whoever changes one announces it, and this process
 * forgets at once (`watchKnownProjects`, `createAnnouncer`); the seconds are for a message that was lost.
 *
 * @param deps.now milliseconds of any steady clock
 */
export function createKnownProjects(deps: {
  readonly projects: Pick<ProjectRepository, 'findById'>;
  readonly now: () => number;
}): KnownProjects {
  const recent = createRecentLookUps({
    ask: (id) => deps.projects.findById(Number(id)),
    now: deps.now,
  });
  return { find: (id) => recent.find(String(id)), forget: () => recent.forget() };
}

/** Forgets projects when another process says that one has changed; resolves to the way to stop. */
export function watchKnownProjects(
  known: KnownProjects,
  channel: Pick<DefinitionsChannel, 'subscribe'>,
  logger: Logger,
): { readonly stop: () => Promise<void> } {
  // Not awaited: the connection subscribes whenever Redis is there; until then, projects are remembered for seconds.
  const subscription = channel
    .subscribe(({ what }) => {
      if (what === 'project') known.forget();
    })
    .catch((error: unknown) => {
      logger.warn({ err: error }, 'changes of projects are not announced by Redis');
      return undefined;
    });
  return {
    stop: () => Promise.race([subscription.then((unsubscribe) => unsubscribe?.()), shortly()]),
  };
}

/** A subscription that was never established must not delay the shutdown. */
function shortly(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500).unref();
  });
}
