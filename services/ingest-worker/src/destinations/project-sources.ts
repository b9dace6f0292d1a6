import type { CompiledSource, MatchableStep, SourceIndex } from '@tidemark/domain';
import { actionDestinationId, compileSource, indexSources } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { ProjectSources, SourceDefinition } from '@tidemark/postgres';

/** The destinations that receive an event. */
interface MatchedDestination {
  readonly id: string;
  /** The id of the action if the source is an action that posts to Slack. */
  readonly actionId: number | null;
}

/** Sources of destinations, compiled and kept in memory. */
export interface DestinationSources {
  /**
   * Reads outdated sources again. Must be called for the projects of a range before `of`. @throws if the store is unavailable
   */
  load(projectIds: ReadonlySet<number>): Promise<void>;
  /** Returns null if the project has no destinations. */
  of(projectId: number): SourceIndex<MatchedDestination> | null;
}

/** The maximum time until a change of a destination or an action takes effect, the same as for project settings. */
const TTL_MS = 10_000;

interface Known {
  readonly readAt: number;
  /** The compiled sources: unchanged definitions are not compiled again. */
  readonly definition: string;
  readonly index: SourceIndex<MatchedDestination> | null;
}

/** Creates the cache of the sources, which are at most some seconds old. */
export function createDestinationSources(deps: {
  readonly read: (projectId: number) => Promise<ProjectSources>;
  readonly now: () => number;
  readonly logger: Logger;
}): DestinationSources {
  const known = new Map<number, Known>();
  return {
    of: (projectId) => known.get(projectId)?.index ?? null,
    load: async (projectIds) => {
      const readAt = deps.now();
      const stale = [...projectIds].filter(
        (id) => (known.get(id)?.readAt ?? -Infinity) < readAt - TTL_MS,
      );
      await Promise.all(
        stale.map(async (projectId) => {
          const sources = await deps.read(projectId);
          const definition = JSON.stringify(sources);
          const before = known.get(projectId);
          const index =
            before?.definition === definition
              ? before.index
              : compile(projectId, sources, deps.logger);
          known.set(projectId, { readAt, definition, index });
        }),
      );
    },
  };
}

function compile(
  projectId: number,
  { sources, actionSteps, testAccountFilters }: ProjectSources,
  logger: Logger,
): SourceIndex<MatchedDestination> | null {
  if (sources.length === 0) return null;
  const context = {
    actions: new Map(
      actionSteps.map(({ id, steps }) => [id, steps as readonly MatchableStep[]] as const),
    ),
    testAccountFilters: testAccountFilters as readonly Record<string, unknown>[],
  };
  return indexSources(
    sources.flatMap((definition) => {
      const key = matchedDestination(projectId, definition);
      const source = compiled(definition);
      return source === null ? [] : [{ key, source }];
    }),
  );

  function compiled({ destinationId, actionId, filters }: SourceDefinition): CompiledSource | null {
    try {
      return compileSource(filters, context);
    } catch (error) {
      // The api rejects filters that cannot be compiled. This one was saved when other rules were in force.
      logger.warn(
        { err: error, projectId, destinationId, actionId },
        'the filters of a destination cannot be used: it receives no events',
      );
      return null;
    }
  }
}

function matchedDestination(
  projectId: number,
  { destinationId, actionId }: SourceDefinition,
): MatchedDestination {
  if (destinationId !== null) return { id: destinationId, actionId: null };
  return { id: actionDestinationId(projectId, actionId ?? 0), actionId };
}
