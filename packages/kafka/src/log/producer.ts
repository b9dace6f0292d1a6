import { setTimeout as delay } from 'node:timers/promises';
import type { EntryValue, IngestLogProducer } from '@tidemark/ingest-log';
import {
  createGroupWriter,
  entryValues,
  LogFullError,
  LogUnavailableError,
  packedSlices,
  packRecords,
} from '@tidemark/ingest-log';
import type { Producer } from '../client/library';
import { headersOf, PROJECT_HEADER } from '../client/names';

export interface KafkaProducerDeps {
  /** Idempotent, with `acks=all`. */
  readonly producer: Pick<Producer, 'send'>;
  readonly topic: string;
  readonly partitions: number;
  readonly maxLength: number;
  /** Reads the number of unprocessed entries of the log. */
  readonly readLength: () => Promise<number>;
  /** Age in ms at which the known length is refreshed. */
  readonly refreshMs: number;
  /** The maximum bytes that wait for the brokers. */
  readonly maxBufferBytes: number;
}

/** The maximum size of requests that are written together. */
const MAX_GROUP_BYTES = 4 * 1024 ** 2;
/** Ms for which entries wait for a leader of their partition; after it, the client has to try again. */
const GIVE_UP_MS = 8_000;
const RETRY_PAUSE_MS = 100;

/**
 * Creates a producer with one write at a time. Entries that arrive during a write are combined into the next one, so
 * that requests share batches under load, and a single request is written at once.
 */
export function createKafkaProducer(deps: KafkaProducerDeps): IngestLogProducer {
  const { producer, topic, partitions, maxBufferBytes } = deps;
  const bound = createLengthBound(deps);
  let buffered = 0;

  const send = async (values: readonly EntryValue[]): Promise<void> => {
    const messages = values.map(({ partition, projectId, value }) => ({
      topic,
      partition,
      value: typeof value === 'string' ? Buffer.from(value) : value,
      headers: headersOf({ [PROJECT_HEADER]: projectId }),
    }));
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      try {
        await producer.send({ messages });
        return;
      } catch (error) {
        // Some entries may be stored already. They can be repeated, because their uuids are the same.
        if (performance.now() + RETRY_PAUSE_MS > deadline) throw error;
        await delay(RETRY_PAUSE_MS);
      }
    }
  };

  const writer = createGroupWriter<readonly EntryValue[]>({
    writeGroup: async (writes) => {
      try {
        const full = await bound.judge();
        if (full !== null) return writes.map(() => full);
        const values = writes.flat();
        await send(values);
        bound.add(values.length);
        return undefined;
      } catch (error) {
        throw new LogUnavailableError(error);
      }
    },
    sizeOf: bytesOf,
    maxSize: MAX_GROUP_BYTES,
  });

  const write = async (values: readonly EntryValue[]): Promise<void> => {
    const bytes = bytesOf(values);
    if (buffered > 0 && buffered + bytes > maxBufferBytes) {
      throw new LogUnavailableError(
        new Error(`${buffered} bytes wait for Kafka, of at most ${maxBufferBytes}`),
      );
    }
    buffered += bytes;
    try {
      await writer.write(values);
    } finally {
      buffered -= bytes;
    }
  };

  return {
    append: async (entries) => {
      if (entries.length > 0) await write(entryValues(entries, partitions));
    },
    appendEvents: async (batch) => {
      if (batch.events.length > 0) await write(packRecords(batch, partitions));
    },
    appendPacked: async (packed) => {
      for (const slice of packedSlices(packed)) await write(slice);
    },
  };
}

function bytesOf(values: readonly EntryValue[]): number {
  return values.reduce((sum, { value }) => sum + value.length, 0);
}

/** Rejects writes while too many entries wait. A known length is used until a newer one is read. */
function createLengthBound({
  maxLength,
  readLength,
  refreshMs,
}: Pick<KafkaProducerDeps, 'maxLength' | 'readLength' | 'refreshMs'>) {
  let length = 0;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  const refresh = (): Promise<void> => {
    reading ??= readLength()
      .then((found) => {
        length = found;
        readAt = performance.now();
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  return {
    judge: async (): Promise<LogFullError | null> => {
      const isKnown = readAt > -Infinity;
      if (performance.now() - readAt >= refreshMs) {
        const refreshed = refresh();
        // A failure means that Kafka is unavailable, which the write reports; the next write reads the length again.
        if (isKnown && refreshMs > 0) refreshed.catch(() => undefined);
        else await refreshed;
      }
      return length >= maxLength ? new LogFullError(length, maxLength) : null;
    },
    add: (entries: number): void => {
      length += entries;
    },
  };
}
