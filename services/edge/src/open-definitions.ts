import {
  createCohortRepository,
  createFeatureFlagRepository,
  createProjectRepository,
} from '@tidemark/postgres';
import { createDefinitionsChannel, createDefinitionsVersions } from '@tidemark/redis';
import type { EdgeProcess } from './edge-process';
import type { FlagDefinitions } from './flag-definitions/open-flag-definitions';
import { openFlagDefinitions } from './flag-definitions/open-flag-definitions';
import type { EdgeStores } from './open-stores';
import type { FlagDirectory } from './projects/flag-directory';
import { createFlagDirectory } from './projects/flag-directory';
import type { ProjectDirectory } from './projects/project-directory';
import { createProjectDirectory } from './projects/project-directory';
import { watchDefinitions } from './projects/watch-definitions';
import type { PublicLists } from './sdk-config/open-public-lists';
import { openPublicLists } from './sdk-config/open-public-lists';
import type { FlagUsage } from './usage/flag-usage';

/** Is called after a change was announced and the cached definitions were dropped. */
interface DefinitionsListener {
  flagsChanged(projectId: number): void;
  projectChanged(projectId: number): void;
}

/** The definitions of projects that the process caches, and the routes that only read them. */
export interface Definitions {
  readonly projects: ProjectDirectory;
  readonly flags: FlagDirectory;
  readonly publicLists: PublicLists;
  readonly flagDefinitions: FlagDefinitions;
  /** Calls the listener for each change from now on. */
  onChange(listener: DefinitionsListener): void;
  /** Stops listening for changes. */
  stop(): Promise<void>;
}

const VERSION_POLL_MS = 500;

export function openDefinitions(
  { config, logger, metrics, edgeMetrics, monotonic, now }: EdgeProcess,
  { database, cache, subscriber }: EdgeStores,
  usage: Pick<FlagUsage, 'count'>,
): Definitions {
  const versions = createDefinitionsVersions(cache);
  const projects = createProjectDirectory({
    projects: createProjectRepository(database),
    logger,
    now: monotonic,
    wallClock: () => new Date(),
  });
  const flags = createFlagDirectory({
    flags: createFeatureFlagRepository(database),
    cohorts: createCohortRepository(database),
    versions,
    logger,
    now: monotonic,
  });
  const publicLists = openPublicLists({ database, projects, logger, now: monotonic });
  const flagDefinitions = openFlagDefinitions({
    config,
    database,
    flags,
    projects,
    metrics,
    edgeMetrics,
    usage,
    logger,
    monotonic,
    now,
  });
  const listeners: DefinitionsListener[] = [];
  const watch = watchDefinitions({
    channel: createDefinitionsChannel({ publisher: cache, subscriber, logger }),
    versions,
    flags,
    projects,
    onFlagsChanged: (projectId) => {
      publicLists.invalidate(projectId);
      flagDefinitions.changed(projectId);
      for (const listener of listeners) listener.flagsChanged(projectId);
    },
    onProjectChanged: (projectId) => {
      for (const listener of listeners) listener.projectChanged(projectId);
    },
    pollMs: VERSION_POLL_MS,
    logger,
  });
  return {
    projects,
    flags,
    publicLists,
    flagDefinitions,
    onChange: (listener) => listeners.push(listener),
    stop: () => watch.stop(),
  };
}
