import type { Consumer } from './library';

/** One record of a partition. */
export interface StoredMessage {
  readonly partition: number;
  readonly offset: bigint;
  /** Ms since the epoch, by the clock of the producer. */
  readonly timestamp: bigint;
  readonly key: Buffer | null;
  /** Null means that the key is deleted. */
  readonly value: Buffer | null;
  readonly headers: readonly (readonly [Buffer | null, Buffer | null])[];
}

export interface FetchOptions {
  readonly maxWaitMs: number;
  readonly maxBytes: number;
  readonly maxBytesPerPartition: number;
}

/** Returns the broker that leads each partition of a topic. */
export async function leadersOf(
  consumer: Consumer,
  topic: string,
  isFresh = false,
): Promise<{ readonly topicId: string; readonly leaders: readonly number[] }> {
  const { topics } = await consumer.metadata({ topics: [topic], forceUpdate: isFresh });
  const found = topics.get(topic);
  if (found === undefined) throw new Error(`topic ${topic} is missing`);
  return { topicId: found.id, leaders: found.partitions.map(({ leader }) => leader) };
}

/**
 * Fetches from partitions that one broker leads.
 *
 * @param offsets the first offset, by partition
 */
export async function fetchFrom(
  consumer: Consumer,
  node: number,
  topicId: string,
  offsets: ReadonlyMap<number, bigint>,
  options: FetchOptions,
): Promise<StoredMessage[]> {
  const { responses } = await consumer.fetch({
    node,
    maxWaitTime: options.maxWaitMs,
    minBytes: 1,
    maxBytes: options.maxBytes,
    topics: [
      {
        topicId,
        partitions: [...offsets].map(([partition, fetchOffset]) => ({
          partition,
          fetchOffset,
          currentLeaderEpoch: -1,
          lastFetchedEpoch: -1,
          partitionMaxBytes: options.maxBytesPerPartition,
        })),
      },
    ],
  });
  const messages: StoredMessage[] = [];
  for (const { partitionIndex: partition, records } of responses.flatMap((one) => one.partitions)) {
    const from = offsets.get(partition);
    if (from === undefined) continue;
    for (const batch of records ?? []) {
      for (const { offsetDelta, timestampDelta, key, value, headers } of batch.records) {
        const offset = batch.firstOffset + BigInt(offsetDelta);
        // Kafka sends whole batches, which may begin with earlier records.
        if (offset < from) continue;
        const timestamp = batch.firstTimestamp + timestampDelta;
        messages.push({ partition, offset, timestamp, key, value, headers });
      }
    }
  }
  return messages;
}

/** Returns the text of a header; undefined if it is missing. */
export function headerOf(
  message: Pick<StoredMessage, 'headers'>,
  name: string,
): string | undefined {
  const found = message.headers.find(([key]) => key?.toString() === name);
  return found?.[1]?.toString();
}
