import type { DeadLetters } from '@tidemark/ingest-log';
import { describeEntry, unpackRecords } from '@tidemark/ingest-log';
import type { Redis } from '../connection/redis';
import { unlinkMany } from '../connection/many-keys';
import { DEAD_LETTER_KEY } from '../ingest-log/keys';
import { recentEventsOf } from '../deliveries/recent-events';
import { createPersonPropertiesCache } from '../persons/properties-cache';
import { forgetQueryResults } from '../query-cache/forget-results';
import { scanKeys } from './scan-keys';

/** A deleted person, and which of its data must be removed. */
export interface ForgottenPerson {
  readonly personId: string;
  readonly distinctIds: readonly string[];
  readonly withEvents: boolean;
  /** Data that was captured after this time is kept. */
  readonly requestedAt: Date;
}

const LETTERS_PER_PAGE = 500;

/** KEYS: run. An unfinished run is kept for its client; if its worker was lost, its record expires. */
const FORGET_RUN = `
local status = redis.call('HGET', KEYS[1], 'status')
if status and not cjson.decode(status).complete then return 0 end
return redis.call('DEL', KEYS[1])`;

/**
 * KEYS: stream. Writes its entries again with the same ids, because the bytes of a deleted entry remain as long as
 * the same node contains another entry.
 */
const COMPACT_STREAM = `
local entries = redis.call('XRANGE', KEYS[1], '-', '+')
redis.call('DEL', KEYS[1])
for _, entry in ipairs(entries) do redis.call('XADD', KEYS[1], entry[1], unpack(entry[2])) end
return #entries`;

/**
 * Removes the data of deleted persons of a project from Redis: cached properties, events for deliveries, stored results, finished background
 * runs, conversations about queries, failures that may quote a query, and dead letters whose events are deleted.
 * @param letters the dead letters of the ingest log, in Redis or in Kafka
 */
export async function forgetPersons(
  redis: Redis,
  letters: DeadLetters,
  projectId: number,
  persons: readonly ForgottenPerson[],
): Promise<void> {
  await createPersonPropertiesCache(redis).delete(projectId, {
    personIds: persons.map(({ personId }) => personId),
    distinctIds: persons.flatMap(({ distinctIds }) => distinctIds),
  });
  await forgetQueryResults(redis, projectId);
  for await (const keys of scanKeys(redis, `tidemark:query-run:{${projectId}:*`)) {
    for (const key of keys) await redis.eval(FORGET_RUN, 1, key);
  }
  for (const pattern of [`tidemark:query-chat:{${projectId}:*`, recentEventsOf(projectId)]) {
    for await (const keys of scanKeys(redis, pattern)) await unlinkMany(redis, keys);
  }
  for await (const keys of scanKeys(redis, 'tidemark:query-failure:*')) {
    await unlinkMany(redis, keys);
  }
  await discardLetters(
    redis,
    letters,
    projectId,
    persons.filter(({ withEvents }) => withEvents),
  );
}

/**
 * Discards dead letters. A letter with several records is only discarded if all of them are deleted, because the
 * records of other persons were acknowledged.
 */
async function discardLetters(
  redis: Redis,
  letters: DeadLetters,
  projectId: number,
  persons: readonly ForgottenPerson[],
): Promise<void> {
  if (persons.length === 0) return;
  const until = new Map<string, number>();
  for (const { distinctIds, requestedAt } of persons) {
    for (const id of distinctIds) {
      until.set(id, Math.max(until.get(id) ?? 0, requestedAt.getTime()));
    }
  }
  const isErased = (raw: string, capturedAt: number): boolean => {
    const { projectId: project, distinctId } = describeEntry(raw);
    const limit = distinctId === null ? undefined : until.get(distinctId);
    return project === projectId && limit !== undefined && capturedAt <= limit;
  };
  let discarded = 0;
  let after: string | null = null;
  do {
    const page = await letters.list(LETTERS_PER_PAGE, after);
    for (const letter of page.letters) {
      // The time at which the event was accepted: that of the log's entry if it has one.
      const capturedAt = Number(letter.recordId.split('-', 1)[0]) || letter.at.getTime();
      const records = unpackRecords(letter.raw);
      if (!records.every((raw) => isErased(raw, capturedAt))) continue;
      await letters.discard(letter);
      discarded += 1;
    }
    after = page.after;
  } while (after !== null);
  if (discarded > 0) await redis.eval(COMPACT_STREAM, 1, DEAD_LETTER_KEY);
}
