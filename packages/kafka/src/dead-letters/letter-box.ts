import type { DeadLetter, DeadLettersPage, LogRecord } from '@tidemark/ingest-log';
import { describeEntry } from '@tidemark/ingest-log';
import type { Consumer, Producer } from '../client/library';
import type { LogNames } from '../client/names';
import { headersOf, offsetOf, recordId } from '../client/names';
import type { LogOffsets } from '../client/offsets';
import type { StoredMessage } from '../client/reader';
import { fetchFrom, headerOf, leadersOf } from '../client/reader';

/** Dead letters in a compacted topic: one key per letter; a record without a value removes a letter. */
export interface LetterBox {
  count(): Promise<number>;
  /** Writes a letter unless there are `max`. An existing letter is not written again. @returns whether the letter exists */
  add(record: LogRecord, reason: string, max: number): Promise<boolean>;
  list(count: number, after: string | null): Promise<DeadLettersPage>;
  find(id: string): Promise<DeadLetter | null>;
  remove(id: string): Promise<void>;
}

export interface LetterBoxDeps {
  readonly consumer: Consumer;
  readonly producer: Pick<Producer, 'send'>;
  readonly offsets: LogOffsets;
  readonly names: LogNames;
}

const PARTITION = 0;
const MAX_REASON_CHARS = 1_000;
const FETCH = { maxWaitMs: 0, maxBytes: 8 * 1024 ** 2, maxBytesPerPartition: 8 * 1024 ** 2 };

const HEADERS = { reason: 'reason', attempts: 'attempts', partition: 'partition', id: 'id' };

export function createLetterBox(deps: LetterBoxDeps): LetterBox {
  const { consumer, producer, offsets, names } = deps;
  /** The id of the valid letter, by key. */
  const ids = new Map<string, string>();
  /** The key of a letter by id, oldest first. */
  const keys = new Map<string, string>();
  let next = 0n;
  let work: Promise<unknown> = Promise.resolve();

  /** Runs jobs one after the other, because fetches of one topic share a session. */
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const done = work.then(job, job);
    work = done.catch(() => undefined);
    return done;
  };

  const fetchAt = async (from: bigint): Promise<StoredMessage[]> => {
    const { topicId, leaders } = await leadersOf(consumer, names.letters);
    const leader = leaders[PARTITION] ?? -1;
    return fetchFrom(consumer, leader, topicId, new Map([[PARTITION, from]]), FETCH);
  };

  /** Reads the records that were written since the last call. */
  const refresh = async (): Promise<void> => {
    const end = await offsets.end(names.letters, PARTITION);
    while (next < end) {
      const messages = await fetchAt(next);
      for (const message of messages) note(message);
      // Compaction may have removed all remaining records.
      next = messages.length === 0 ? end : (messages.at(-1)?.offset ?? next) + 1n;
    }
  };
  const note = ({ key, value, offset, timestamp }: StoredMessage): void => {
    const name = key?.toString() ?? '';
    const before = ids.get(name);
    if (before !== undefined) keys.delete(before);
    ids.delete(name);
    if (value === null || value.length === 0) return;
    const id = recordId(timestamp, offset);
    ids.set(name, id);
    keys.set(id, name);
  };

  /** Returns the letters with these ids, which must be in the order of the topic. */
  const fetchLetters = async (wanted: readonly string[]): Promise<DeadLetter[]> => {
    const found: DeadLetter[] = [];
    for (let at = 0; at < wanted.length;) {
      const messages = await fetchAt(offsetOf(wanted[at] ?? ''));
      if (messages.length === 0) break;
      const last = messages.at(-1)?.offset ?? 0n;
      const byId = new Map(messages.map((one) => [recordId(one.timestamp, one.offset), one]));
      for (; at < wanted.length && offsetOf(wanted[at] ?? '') <= last; at += 1) {
        const message = byId.get(wanted[at] ?? '');
        if (message !== undefined) found.push(letterOf(wanted[at] ?? '', message));
      }
    }
    return found;
  };

  return {
    count: () =>
      inTurn(async () => {
        await refresh();
        return keys.size;
      }),
    add: (record, reason, max) =>
      inTurn(async () => {
        await refresh();
        const key = keyOf(record);
        if (ids.has(key)) return true;
        if (keys.size >= max) return false;
        await producer.send({ messages: [messageOf(names.letters, key, record, reason)] });
        return true;
      }),
    list: (count, after) =>
      inTurn(async () => {
        await refresh();
        const from = after === null ? -1n : offsetOf(after);
        const wanted = [...keys.keys()].filter((id) => offsetOf(id) > from).slice(0, count);
        const letters = await fetchLetters(wanted);
        return { letters, after: wanted.length < count ? null : (wanted.at(-1) ?? null) };
      }),
    find: (id) =>
      inTurn(async () => {
        await refresh();
        return keys.has(id) ? ((await fetchLetters([id]))[0] ?? null) : null;
      }),
    remove: (id) =>
      inTurn(async () => {
        await refresh();
        const key = keys.get(id);
        if (key === undefined) return;
        await producer.send({
          messages: [{ topic: names.letters, partition: PARTITION, key: Buffer.from(key) }],
        });
      }),
  };
}

/** Returns the key of a record's letter, so that a worker that repeats a record does not write a second letter. */
function keyOf({ partition, id, index, replays = 0 }: LogRecord): string {
  return `${partition}/${id}/${index}/${replays}`;
}

function messageOf(topic: string, key: string, record: LogRecord, reason: string) {
  const { partition, id, raw, replays = 0 } = record;
  return {
    topic,
    partition: PARTITION,
    key: Buffer.from(key),
    // A record without a value would remove the letter.
    value: Buffer.from(raw === '' ? ' ' : raw),
    headers: headersOf({
      [HEADERS.reason]: reason.slice(0, MAX_REASON_CHARS),
      [HEADERS.attempts]: replays + 1,
      [HEADERS.partition]: partition,
      [HEADERS.id]: id,
    }),
  };
}

function letterOf(id: string, message: StoredMessage): DeadLetter {
  const raw = message.value?.toString() ?? '';
  return {
    id,
    at: new Date(Number(message.timestamp)),
    reason: headerOf(message, HEADERS.reason) ?? '',
    attempts: Number(headerOf(message, HEADERS.attempts) ?? 1),
    partition: Number(headerOf(message, HEADERS.partition) ?? 0),
    recordId: headerOf(message, HEADERS.id) ?? '',
    ...describeEntry(raw),
    raw,
  };
}
