import type { Redis } from 'ioredis';
import type { IngestEntry } from '@tidemark/contracts';
import { LogFullError, LogUnavailableError } from './errors';
import { ENTRY_FIELD, streamKey } from './keys';
import { createLogBound } from './log-length';
import { partitionOf } from './partition';
import { pipelineReplies } from './pipeline-replies';

export interface IngestLogProducer {
  /**
   * Writes all entries in one round trip; resolves only when Redis has answered every one. After a
   * rejection some may be stored: the client's retry repeats them, which is harmless.
   *
   * @throws LogUnavailableError | LogFullError
   */
  append(entries: readonly IngestEntry[]): Promise<void>;
}

export interface IngestLogProducerDeps {
  /** A connection of role `producer`. */
  readonly redis: Redis;
  /** The same number in every process that touches the log. */
  readonly partitions: number;
  /** Unprocessed events the log may hold before requests are refused. */
  readonly maxLength: number;
  /** Age in ms at which the known length is refreshed. */
  readonly refreshMs?: number;
}

export function createIngestLogProducer(deps: IngestLogProducerDeps): IngestLogProducer {
  const { redis, partitions, maxLength } = deps;
  const bound = createLogBound({
    redis,
    partitions,
    maxLength,
    refreshMs: deps.refreshMs ?? 250,
    now: () => performance.now(),
  });

  const write = async (entries: readonly IngestEntry[]): Promise<void> => {
    await pipelineReplies(
      redis,
      entries.map((entry) => [
        'xadd',
        streamKey(partitionOf(entry.team_id, entry.distinct_id, partitions)),
        '*',
        ENTRY_FIELD,
        JSON.stringify(entry),
      ]),
    );
    bound.add(entries.length);
  };

  return {
    append: async (entries) => {
      if (entries.length === 0) return;
      const length = await bound.current().catch((error: unknown) => {
        throw new LogUnavailableError(error);
      });
      if (length >= maxLength) throw new LogFullError(length, maxLength);
      await write(entries).catch((error: unknown) => {
        throw new LogUnavailableError(error);
      });
    },
  };
}
