import type { DeliveredEvent } from '@tidemark/contracts';
import { getMany } from '../connection/many-keys';
import { pipelineReplies } from '../connection/pipeline-replies';
import type { Redis } from '../connection/redis';

/** How long an event is kept: several times as long as a delivery takes when nothing is late. */
const KEPT_SECONDS = 30;
/** The maximum size in bytes of the events that a process keeps within `KEPT_SECONDS`. */
const MAX_BYTES = 32 * 1024 ** 2;
/** The maximum number of events that are read by one command, so that no reply blocks Redis. */
const READ_AT_ONCE = 200;

/** A stored event that destinations will receive. */
interface RecentEvent {
  readonly projectId: number;
  readonly uuid: string;
  /** JSON text of a `DeliveredEvent`. */
  readonly text: string;
}

/**
 * Events between ingestion and their delivery, so that a delivery need not search ClickHouse for them. An event may be
 * missing at any time: ClickHouse has all of them.
 */
export interface RecentEvents {
  /** Keeps stored events for some seconds; those above a limit of bytes are not kept. @throws if Redis is unavailable */
  keep(events: readonly RecentEvent[]): Promise<void>;
  /** Returns the events that are still kept, by uuid. @throws if Redis is unavailable */
  find(projectId: number, uuids: readonly string[]): Promise<Map<string, DeliveredEvent>>;
}

/** The pattern of the keys of a project. */
export const recentEventsOf = (projectId: number): string => `tidemark:recent-event:${projectId}:*`;

const keyOf = (projectId: number, uuid: string): string =>
  recentEventsOf(projectId).replace('*', uuid);

/** @param now wall clock, ms since the epoch */
export function createRecentEvents(
  redis: Redis,
  now: () => number,
  maxBytes = MAX_BYTES,
): RecentEvents {
  let windowEnd = 0;
  let bytesLeft = 0;
  const takes = (text: string): boolean => {
    if (now() >= windowEnd) {
      windowEnd = now() + KEPT_SECONDS * 1_000;
      bytesLeft = maxBytes;
    }
    const bytes = Buffer.byteLength(text);
    if (bytes > bytesLeft) return false;
    bytesLeft -= bytes;
    return true;
  };
  return {
    async keep(events) {
      const kept = events.filter(({ text }) => takes(text));
      await pipelineReplies(
        redis,
        kept.map(({ projectId, uuid, text }) => [
          ...['set', keyOf(projectId, uuid), text],
          ...['EX', KEPT_SECONDS],
        ]),
      );
    },
    async find(projectId, uuids) {
      const found = new Map<string, DeliveredEvent>();
      for (let at = 0; at < uuids.length; at += READ_AT_ONCE) {
        const chunk = uuids.slice(at, at + READ_AT_ONCE);
        const texts = await getMany(
          redis,
          chunk.map((uuid) => keyOf(projectId, uuid)),
        );
        for (const [index, uuid] of chunk.entries()) {
          const text = texts[index] ?? null;
          if (text !== null) found.set(uuid, JSON.parse(text) as DeliveredEvent);
        }
      }
      return found;
    },
  };
}
