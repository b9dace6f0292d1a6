import type { DeadLetters } from '@tidemark/ingest-log';
import { describeEntry, unpackRecords } from '@tidemark/ingest-log';
import type { Redis } from '../connection/redis';
import { unlinkMany } from '../connection/many-keys';
import { DEAD_LETTER_KEY } from '../ingest-log/keys';
import { createPersonPropertiesCache } from '../persons/properties-cache';
import { forgetQueryResults } from '../query-cache/forget-results';
import { scanKeys } from './scan-keys';

/** A deleted person, and what of it goes. */
export interface ForgottenPerson {
  readonly personId: string;
  readonly distinctIds: readonly string[];
  readonly withEvents: boolean;
  /** Data that was captured later is kept. */
  readonly requestedAt: Date;
}

const LETTERS_PER_PAGE = 500;

/**
 * KEYS: run. A run that is still going is left to whoever waits for it; a worker that was lost leaves one that expires.
 */
const FORGET_RUN = `
local status = redis.call('HGET', KEYS[1], 'status')
if status and not cjson.decode(status).complete then return 0 end
return redis.call('DEL', KEYS[1])`;

/**
 * KEYS: stream. Writes its entries anew under their ids: a deleted entry keeps its bytes as long as another one of the
 * same node is there.
 */
const COMPACT_STREAM = `
local entries = redis.call('XRANGE', KEYS[1], '-', '+')
redis.call('DEL', KEYS[1])
for _, entry in ipairs(entries) do redis.call('XADD', KEYS[1], entry[1], unpack(entry[2])) end
return #entries`;

/**
 * Removes what Redis keeps of deleted persons of a project: cached properties, stored results, finished background
 * runs, conversations about queries, failures that may quote a query, and dead letters with events that go.
 *
 * @param letters the dead letters, wherever the ingest log is
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
  for await (const keys of scanKeys(redis, `tidemark:query-chat:{${projectId}:*`)) {
    await unlinkMany(redis, keys);
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

/** A letter of several records goes when all of them do: those of others were acknowledged. */
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
      // The time of the log's entry, if there is one: when the event was accepted.
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
