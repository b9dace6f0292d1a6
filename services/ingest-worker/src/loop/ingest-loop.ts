import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestLogConsumer, LogRecord } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';
import type { WorkerMetrics } from '../worker-metrics';
import { backoffMs, createCyclePace } from './cycle-pace';

export interface IngestLoop {
  /** Rejects if no range has succeeded for `STUCK_AFTER_MS` of failures, or for `HUNG_AFTER_MS`. */
  check(): Promise<void>;
  /** Makes the next cycle publish identities that a worker committed before it died. */
  publishLeftovers(): void;
  /** Finishes the current range and releases the partitions. */
  stop(): Promise<void>;
}

export interface IngestLoopDeps {
  readonly log: IngestLogConsumer;
  readonly process: (records: readonly LogRecord[]) => Promise<void>;
  /** Publishes the commits of failed ranges; `minAgeMs` as in the outbox. */
  readonly drainOutbox: (minAgeMs: number) => Promise<void>;
  /** Removes events that this worker inserted after it had lost their partitions. */
  readonly removeLateCopies: () => Promise<void>;
  /** Called with the partitions of this worker before each range. */
  readonly onOwned: (partitions: readonly number[]) => void;
  /** Rejects if ClickHouse is unavailable. */
  readonly checkClickHouse: () => Promise<void>;
  readonly rangeSize: number;
  /** Whether ingestion is paused, because the disk of the stores is nearly full. */
  readonly isPaused: () => boolean;
  readonly metrics: WorkerMetrics;
  readonly logger: Logger;
}

const READ_BLOCK_MS = 500;
const NO_PARTITIONS_PAUSE_MS = 200;
const NO_SPACE_PAUSE_MS = 500;
const OUTBOX_EVERY_MS = 30_000;
const OUTBOX_MIN_AGE_MS = 30_000;
const STUCK_AFTER_MS = 30_000;
/** Longer than any range takes. The cycle of an idle worker takes half a second. */
const HUNG_AFTER_MS = 120_000;

/** Processes ranges until it is stopped. A failed range is retried forever, with growing pauses. */
export function startIngestLoop(deps: IngestLoopDeps): IngestLoop {
  const { log, metrics, logger } = deps;
  const stopping = new AbortController();
  let lastSuccess = Date.now();
  let failures = 0;
  let outboxDueAt = 0;
  let outboxMinAgeMs = 0;
  const pace = createCyclePace();
  let lastStart = Date.now();

  const pause = async (ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  };

  const publishLeftovers = (): void => {
    outboxDueAt = 0;
    outboxMinAgeMs = 0;
  };

  const cycle = async (): Promise<void> => {
    if (deps.isPaused()) {
      await pause(NO_SPACE_PAUSE_MS);
      return;
    }
    const started = Date.now();
    await deps.removeLateCopies();
    const partitions = await log.acquire();
    deps.onOwned(partitions);
    // Parsing a range only to fail again took a third of a core during an outage.
    if (failures > 0) await deps.checkClickHouse();
    if (started >= outboxDueAt) {
      await deps.drainOutbox(outboxMinAgeMs);
      outboxDueAt = started + OUTBOX_EVERY_MS;
      outboxMinAgeMs = OUTBOX_MIN_AGE_MS;
    }
    if (partitions.length === 0) {
      await pause(NO_PARTITIONS_PAUSE_MS);
      return;
    }
    const records = await log.read(partitions, deps.rangeSize, READ_BLOCK_MS);
    if (records.length > 0) await deps.process(records);
    const left = pace.after(records.length, started - lastStart) - (Date.now() - started);
    lastStart = started;
    if (records.length < deps.rangeSize && left > 0) await pause(left);
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await cycle();
        lastSuccess = Date.now();
        if (failures > 0) logger.info({ failures }, 'ingestion works again');
        failures = 0;
      } catch (error) {
        failures += 1;
        metrics.countFailure();
        // Publishes what this range committed before it is tried again.
        publishLeftovers();
        logFailure(logger, error, failures);
        await pause(backoffMs(failures));
      }
    }
    await log.release();
  };

  const finished = run().catch((error: unknown) => {
    logger.warn({ err: error }, 'partitions of the log could not be released at the stop');
  });
  return {
    check: async () => {
      const silentMs = Date.now() - lastSuccess;
      if (silentMs > (failures > 0 ? STUCK_AFTER_MS : HUNG_AFTER_MS)) {
        throw new Error(
          `no events could be stored for ${Math.round(silentMs / 1_000)} s: see the log of the ingest-worker`,
        );
      }
      await Promise.resolve();
    },
    publishLeftovers,
    stop: async () => {
      stopping.abort();
      await finished;
    },
  };
}

/** Logs the 1st, 2nd, 4th, 8th … consecutive failure, so that an outage does not fill the log. */
function logFailure(logger: Logger, error: unknown, failures: number): void {
  if (!Number.isInteger(Math.log2(failures))) return;
  logger.warn(
    { err: error, failures },
    'a range of events could not be stored; it stays in the log and is tried again',
  );
}
