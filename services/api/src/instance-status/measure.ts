import type { InstanceIngestion, InstanceProcess, InstanceStore } from '@tidemark/contracts';
import { readEngineStatus } from '@tidemark/clickhouse';
import { plainMessage, REPORT_EVERY_MS, withTimeout } from '@tidemark/platform';
import { readDatabaseStatus } from '@tidemark/postgres';
import type { KnownProcess, ProcessDirectory } from '@tidemark/redis';
import { readRedisStatus } from '@tidemark/redis';
import type { Stores } from '../stores';
import { wireTime } from '../wire-time';
import type { Measured } from './judge';

export type MeasureDeps = Pick<
  Stores,
  'database' | 'clickhouse' | 'redis' | 'ingestLog' | 'queueCounts'
> & {
  readonly directory: Pick<ProcessDirectory, 'list'>;
  readonly now: () => Date;
};

/** A store that does not respond within this time is unavailable. */
const TIMEOUT_MS = 2_000;
/** The age of the last report after which a process is missing: four intervals. */
const MISSING_MS = 4 * REPORT_EVERY_MS;

/** Measures all stores at the same time. If a store does not respond, only its own part is missing. */
export async function measure(deps: MeasureDeps): Promise<Measured> {
  const { database, clickhouse, redis, queueCounts, directory, now } = deps;
  const [postgresStore, clickhouseStore, redisStore, known, ingestion, queues] = await Promise.all([
    storeOf('postgres', readDatabaseStatus(database)),
    storeOf('clickhouse', readEngineStatus(clickhouse)),
    storeOf('redis', readRedisStatus(redis), ({ usedBytes, maxBytes }) => ({
      storedBytes: usedBytes,
      ...(maxBytes !== null && {
        freeBytes: Math.max(0, maxBytes - usedBytes),
        totalBytes: maxBytes,
      }),
    })),
    orNull(directory.list()),
    orNull(readIngestion(deps)),
    orNull(queueCounts.read()),
  ]);
  return {
    stores: [postgresStore, redisStore, clickhouseStore],
    processes: processesOf(known ?? [], now()),
    ingestion: redisStore.is_available ? ingestion : null,
    queues,
  };
}

interface Sizes {
  readonly storedBytes: number;
  readonly freeBytes?: number;
  readonly totalBytes?: number;
}

async function storeOf<Status extends { readonly version: string }>(
  name: InstanceStore['name'],
  reading: Promise<Status>,
  sizesOf: (status: Status) => Sizes = (status) => status as unknown as Sizes,
): Promise<InstanceStore> {
  try {
    const status = await withTimeout(reading, TIMEOUT_MS);
    const { storedBytes, freeBytes = null, totalBytes = null } = sizesOf(status);
    return {
      name,
      is_available: true,
      error: null,
      version: status.version,
      stored_bytes: storedBytes,
      free_bytes: freeBytes,
      total_bytes: totalBytes,
    };
  } catch (error) {
    return {
      name,
      is_available: false,
      error: plainMessage(error),
      version: null,
      stored_bytes: null,
      free_bytes: null,
      total_bytes: null,
    };
  }
}

/** Returns null if Redis does not respond. The entry of Redis in the list of stores contains the reason. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await withTimeout(reading, TIMEOUT_MS);
  } catch {
    return null;
  }
}

async function readIngestion({ ingestLog }: MeasureDeps): Promise<InstanceIngestion> {
  const { depths, oldestAgeMs, deadLetters } = await ingestLog.state();
  return {
    waiting_events: depths.reduce((total, depth) => total + depth, 0),
    oldest_event_age_seconds: oldestAgeMs / 1_000,
    partitions: depths.length,
    deepest_partition_events: Math.max(0, ...depths),
    dead_letters: deadLetters,
  };
}

/**
 * The running processes, and those that disappeared without removing their report and have no successor on their host.
 */
export function processesOf(known: readonly KnownProcess[], now: Date): InstanceProcess[] {
  const isAlive = ({ ageMs }: KnownProcess): boolean => ageMs <= MISSING_MS;
  const isReplaced = ({ service, host, ageMs }: KnownProcess): boolean => {
    const lastSeen = now.getTime() - ageMs;
    return known.some(
      (other) =>
        isAlive(other) &&
        other.service === service &&
        other.host === host &&
        Date.parse(other.startedAt) > lastSeen,
    );
  };
  return known
    .filter((process) => isAlive(process) || !isReplaced(process))
    .map((process) => ({
      id: process.id,
      service: process.service,
      host: process.host,
      pid: process.pid,
      version: process.version,
      started_at: wireTime(new Date(process.startedAt)),
      seen_seconds_ago: Math.round(process.ageMs / 1_000),
      state: !isAlive(process) ? 'missing' : process.ready ? 'ready' : 'unready',
      checks: process.checks,
    }));
}
