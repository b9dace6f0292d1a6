import type { CohortDefinition, CompiledFlags } from '@tidemark/flag-engine';
import {
  cohortsOfFlag,
  compileFlags,
  toCohortDefinition,
  toDefinition,
} from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import type { CohortRepository, FeatureFlag, FeatureFlagRepository } from '@tidemark/postgres';
import type { DefinitionsVersions } from '@tidemark/redis';
import type { RefreshingCache } from './refreshing-cache';
import { createRefreshingCache } from './refreshing-cache';
import { withDeadline } from './with-deadline';

/** A project's compiled flags, with the version of the definitions that were read. */
export interface ProjectFlags {
  readonly compiled: CompiledFlags;
  /** The stored flags that they were compiled from, including inactive ones. */
  readonly stored: readonly FeatureFlag[];
  /** The project's live cohorts; empty if no flag uses one. */
  readonly cohorts: readonly CohortDefinition[];
  /** Null if Redis was unavailable: after the next successful poll, the flags are read again. */
  readonly version: number | null;
  /** Monotonic ms. */
  readonly readAt: number;
}

export type FlagDirectory = RefreshingCache<number, ProjectFlags>;

/** Ms after which flags are read again even if no change was announced. */
const FRESH_MS = 30_000;
const MAX_PROJECTS = 10_000;
const LOAD_DEADLINE_MS = 2_000;

/** Caches compiled flags by project id. While Postgres is unavailable, it returns those that were loaded last. */
export function createFlagDirectory(deps: {
  readonly flags: Pick<FeatureFlagRepository, 'listLive'>;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly versions: DefinitionsVersions;
  readonly logger: Logger;
  readonly now: () => number;
}): FlagDirectory {
  const { logger } = deps;

  const loadCohorts = async (
    projectId: number,
    stored: readonly FeatureFlag[],
  ): Promise<readonly CohortDefinition[]> => {
    const asked = stored.some((flag) => cohortsOfFlag(flag.filters).size > 0);
    return asked ? (await deps.cohorts.listLive(projectId)).map(toCohortDefinition) : [];
  };

  const load = async (projectId: number): Promise<ProjectFlags> => {
    // The version is read before the flags. A change between the two reads then only causes another read of the flags.
    const readAt = deps.now();
    const version = await readVersion(deps.versions, projectId);
    const stored = await deps.flags.listLive(projectId);
    const cohorts = await loadCohorts(projectId, stored);
    const compiled = compileFlags(stored.map(toDefinition), cohorts);
    for (const { id, problem } of compiled.broken) {
      logger.warn(
        { projectId, flagId: id, problem },
        'a flag has filters that cannot be evaluated',
      );
    }
    return { compiled, stored, cohorts, version, readAt };
  };

  return createRefreshingCache<number, ProjectFlags>({
    load: (projectId) => withDeadline(load(projectId), LOAD_DEADLINE_MS),
    freshMs: () => FRESH_MS,
    servesStale: () => true,
    maxEntries: MAX_PROJECTS,
    now: deps.now,
    onLoadFailed: (error) =>
      logger.warn({ err: error }, 'flags cannot be read: the cached ones are used'),
  });
}

async function readVersion(
  versions: DefinitionsVersions,
  projectId: number,
): Promise<number | null> {
  try {
    const [version] = await versions.getMany([projectId]);
    return version ?? null;
  } catch {
    // Flags can be read from Postgres without Redis; null makes the next poll read them again.
    return null;
  }
}
