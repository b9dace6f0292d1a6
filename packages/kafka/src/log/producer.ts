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
  /** Entries of the log that are not processed. */
  readonly readLength: () => Promise<number>;
  /** Age in ms at which the known length is refreshed. */
  readonly refreshMs: number;
  /** Bytes that may wait for the brokers. */
  readonly maxBufferBytes: number;
}

/** The maximum size of requests that are written together. */
const MAX_GROUP_BYTES = 4 * 1024 ** 2;
/** While a partition has no leader its entries wait; beyond this the client is to try again. */
const GIVE_UP_MS = 8_000;
const RETRY_PAUSE_MS = 100;

/**
 * One write at a time: what arrives meanwhile is written with the next one. So requests share batches under load, and a
 * single one waits for nothing but the brokers.
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
        // Some may be stored: repeated they are harmless, because their uuids are the same.
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

/** Rejects while too many entries wait. A length that is known is used until a newer one has come. */
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
        // A failure means that Kafka is unavailable, which the write will say; the next one asks again.
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
