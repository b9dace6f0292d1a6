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

/** A project's flags, ready to evaluate, with the version of definitions they were read at. */
export interface ProjectFlags {
  readonly compiled: CompiledFlags;
  /** The stored flags that they were compiled from, including inactive ones. */
  readonly stored: readonly FeatureFlag[];
  /** The project's live cohorts; empty if no flag uses one. */
  readonly cohorts: readonly CohortDefinition[];
  /** Null when Redis could not say: the next successful poll then reads them again. */
  readonly version: number | null;
  /** Monotonic ms. */
  readonly readAt: number;
}

export type FlagDirectory = RefreshingCache<number, ProjectFlags>;

/** Flags are read again after this even without the announcement of a change. */
const FRESH_MS = 30_000;
const MAX_PROJECTS = 10_000;
const LOAD_DEADLINE_MS = 2_000;

/** Compiled flags by project id, in memory in front of Postgres; the last known serve while it is unavailable. */
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
    // Before the flags: a change between the two reads makes them look older than they are.
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
      logger.warn({ err: error }, 'flags cannot be read: the last known ones are used'),
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
    // Without Redis flags still come from Postgres; null makes the next poll read them again.
    return null;
  }
}
