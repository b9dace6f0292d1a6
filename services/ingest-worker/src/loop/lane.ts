import { randomUUID } from 'node:crypto';
import { hasEvents } from '@tidemark/clickhouse';
import type { IngestLogConsumer, LogConsumerOptions, LogRecord } from '@tidemark/ingest-log';
import type { IngestLog } from '@tidemark/log-drivers';
import type { Database } from '@tidemark/postgres';
import {
  beginTracking,
  createPartitionFences,
  findTracked,
  saveFlagCalls,
  saveFlagViews,
  saveNonText,
  saveSightings,
} from '@tidemark/postgres';
import { createFlagCalls } from '../flag-calls/flag-calls';
import { drainOutbox } from '../publish/drain-outbox';
import { createOwnedFences } from '../range/fences';
import { isolateCulprit } from '../range/isolate-culprit';
import { createLateCopies } from '../range/late-copies';
import { leaveLost } from '../range/leave-lost';
import { createTriedEvents } from '../range/tried-events';
import type { RangeDeps } from '../range/process-range';
import { processRange } from '../range/process-range';
import { createTaxonomy } from '../taxonomy/taxonomy';
import { createValueKinds } from '../value-kinds/value-kinds';
import { createDiscard } from '../warnings/discard';
import type { IngestLoop } from './ingest-loop';
import { startIngestLoop } from './ingest-loop';

/**
 * A separate consumer in this process. Lanes share only stores and caches: for the log they are like two workers.
 * While one waits for ClickHouse or Postgres, another one computes.
 */
export interface Lane {
  readonly log: IngestLogConsumer;
  readonly loop: IngestLoop;
  /** The partitions that the lane held when its last range began. */
  owned(): readonly number[];
}

export interface LaneDeps {
  /** The objects that all lanes share. */
  readonly shared: Pick<
    RangeDeps,
    | 'arrivals'
    | 'clickhouse'
    | 'deliveries'
    | 'identity'
    | 'locate'
    | 'logger'
    | 'metrics'
    | 'personCache'
    | 'projects'
    | 'recentEvents'
    | 'recordInternalEvents'
    | 'rules'
    | 'usage'
    | 'visitors'
  >;
  readonly database: Database;
  readonly log: Pick<IngestLog, 'consumer'>;
  readonly consumer: Pick<LogConsumerOptions, 'partitions' | 'leaseMs' | 'maxDeadLetters'>;
  /** The maximum number of events in a range. */
  readonly rangeSize: number;
  /** Whether ingestion is paused. */
  readonly isPaused: () => boolean;
}

export function startLane(deps: LaneDeps): Lane {
  const { shared, database, consumer, rangeSize, isPaused } = deps;
  const { clickhouse, identity, logger, metrics, personCache, recordInternalEvents, rules } =
    shared;
  const fences = createOwnedFences(createPartitionFences(database));
  const tried = createTriedEvents(Date.now);
  const log = deps.log.consumer({
    ...consumer,
    owner: `ingest-worker-${randomUUID()}`,
    onClaimed: async (partitions) => {
      await fences.claim(partitions);
      // From now on, the commits of earlier owners are rejected.
      tried.claimed(partitions);
    },
    onLeaseChange: (change, partitions) => {
      metrics.countLeases(change, partitions);
      // The previous owner may have died after its commit and before it published the changes.
      if (change === 'taken_over') loop.publishLeftovers();
    },
  });
  const lateCopies = createLateCopies({ log, clickhouse, metrics, logger });
  const rangeDeps: RangeDeps = {
    ...shared,
    log,
    fences,
    lateCopies,
    tried,
    discard: createDiscard({ log, clickhouse, metrics, recordInternalEvents, rules }),
    flagCalls: createFlagCalls({
      save: (calls) => saveFlagCalls(database, calls),
      saveViews: (views) => saveFlagViews(database, views),
      now: () => new Date(),
      logger,
    }),
    // Each lane has its own taxonomy, because names that another lane is still writing are not stored yet.
    taxonomy: createTaxonomy({
      save: (sightings, seenAt) => saveSightings(database, sightings, seenAt),
      now: () => new Date(),
      metrics,
      logger,
    }),
    valueKinds: createValueKinds({
      findTracked: (ids) => findTracked(database, ids),
      beginTracking: (id, tracked) => beginTracking(database, id, tracked),
      hasEvents: (id) => hasEvents(clickhouse, id),
      save: (properties) => saveNonText(database, properties),
    }),
  };
  const processOne = (records: readonly LogRecord[]): Promise<void> =>
    processRange(rangeDeps, records);
  const processRest = (records: readonly LogRecord[]): Promise<void> =>
    isolateCulprit({ ...rangeDeps, process: processOne }, records);
  let owned: readonly number[] = [];
  const loop = startIngestLoop({
    log,
    process: (records) =>
      leaveLost(
        { ...rangeDeps, onLeft: () => loop.publishLeftovers(), process: processRest },
        records,
      ),
    removeLateCopies: () => lateCopies.remove(),
    onOwned: (partitions) => {
      owned = partitions;
    },
    checkClickHouse: () => clickhouse.ping(),
    drainOutbox: (minAgeMs) =>
      drainOutbox({ identity, clickhouse, personCache, metrics }, minAgeMs),
    rangeSize,
    isPaused,
    metrics,
    logger,
  });
  return { log, loop, owned: () => owned };
}
