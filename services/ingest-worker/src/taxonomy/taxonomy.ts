import type { AssignedGroupTypes, NormalizedEvent } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { Sightings } from '@tidemark/postgres';
import type { WorkerMetrics } from '../worker-metrics';
import { collectSightings } from './collect-sightings';
import { createSeenDefinitions } from './seen-definitions';

/** The maximum number of names in memory; at 40 bytes per name, about 10 MB. */
const MAX_SEEN_NAMES = 200_000;

/** Keeps a project's event and property definitions up to date with its events. */
export interface Taxonomy {
  /**
   * Defines the new names in these events. Never rejects: definitions must not delay events. Names that could not be
   * written are found again with the next event that has them.
   */
  note(
    events: readonly NormalizedEvent[],
    groupTypes: Pick<AssignedGroupTypes, 'indexOf'>,
  ): Promise<void>;
}

export function createTaxonomy(deps: {
  /** Writes new definitions; `seenAt` is the time when the events were seen. */
  readonly save: (sightings: Sightings, seenAt: Date) => Promise<void>;
  readonly now: () => Date;
  readonly metrics: Pick<WorkerMetrics, 'countDefinitions' | 'countTaxonomyFailure'>;
  readonly logger: Logger;
  readonly maxSeenNames?: number;
}): Taxonomy {
  const { logger, metrics } = deps;
  const known = createSeenDefinitions(deps.maxSeenNames ?? MAX_SEEN_NAMES);
  return {
    async note(events, groupTypes) {
      const now = deps.now();
      const collected = collectSightings(events, groupTypes, known, now.getTime());
      known.endRound();
      if (collected.size === 0) return;
      const { sightings } = collected;
      try {
        await deps.save(sightings, now);
        metrics.countDefinitions('event', sightings.events.length);
        metrics.countDefinitions('property', sightings.properties.length);
      } catch (error) {
        collected.undo();
        metrics.countTaxonomyFailure();
        logger.warn(
          { err: error },
          'new event and property definitions could not be written; they are tried again',
        );
      }
    },
  };
}
