import type { Logger } from '@tidemark/platform';
import type { DefinitionsChannel, DefinitionsVersions } from '@tidemark/redis';
import type { FlagDirectory } from './flag-directory';
import type { ProjectDirectory } from './project-directory';

export interface DefinitionsWatch {
  stop(): Promise<void>;
}

/**
 * Drops changed definitions from the caches: at once after a message, and within `pollMs` by a comparison of versions
 * if the message was lost.
 */
export function watchDefinitions(deps: {
  readonly channel: DefinitionsChannel;
  readonly versions: DefinitionsVersions;
  readonly flags: FlagDirectory;
  readonly projects: ProjectDirectory;
  /** Called after the cached flags of the project were dropped. */
  readonly onFlagsChanged: (projectId: number) => void;
  /** Called after the cached project was dropped. */
  readonly onProjectChanged: (projectId: number) => void;
  readonly pollMs: number;
  readonly logger: Logger;
}): DefinitionsWatch {
  const { flags, projects, logger } = deps;

  const flagsChanged = (projectId: number): void => {
    flags.invalidate(projectId);
    deps.onFlagsChanged(projectId);
  };
  const projectChanged = (projectId: number): void => {
    projects.invalidate(projectId);
    deps.onProjectChanged(projectId);
  };

  // Not awaited: the connection subscribes when Redis is available; until then, polling finds changes.
  const subscription = deps.channel
    .subscribe((change) => {
      if (change.what === 'feature_flags') flagsChanged(change.project_id);
      else projectChanged(change.project_id);
    })
    .catch((error: unknown) => {
      logger.warn(
        { err: error },
        'changes of definitions are not announced by Redis; definitions are read from Postgres at intervals',
      );
      return undefined;
    });

  let polling = false;
  const poll = async (): Promise<void> => {
    const known = [...flags.entries()];
    const versions = await deps.versions.getMany(known.map(([projectId]) => projectId));
    known.forEach(([projectId, { version }], index) => {
      if (version === versions[index]) return;
      flagsChanged(projectId);
      projectChanged(projectId);
    });
  };
  const timer = setInterval(() => {
    if (polling) return;
    polling = true;
    poll()
      // The connection reports that Redis is unavailable; the cached definitions are used meanwhile.
      .catch((error: unknown) =>
        logger.debug({ err: error }, 'versions of definitions cannot be read'),
      )
      .finally(() => {
        polling = false;
      });
  }, deps.pollMs).unref();

  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.race([subscription.then((unsubscribe) => unsubscribe?.()), shortly()]);
    },
  };
}

/** Resolves after 500 ms: a subscription that was never established must not delay the shutdown. */
function shortly(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500).unref();
  });
}
