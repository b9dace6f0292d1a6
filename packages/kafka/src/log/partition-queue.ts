import type { LogRecord } from '@tidemark/ingest-log';
import { recordsOf } from '@tidemark/ingest-log';
import { PROJECT_HEADER, recordId, REPLAYS_HEADER } from '../client/names';
import type { StoredMessage } from '../client/reader';
import { headerOf } from '../client/reader';

/** The fetched entries of one partition, from the first unprocessed one. Pure. */
export interface PartitionQueue {
  /** Offset of the first unfinished entry. */
  readonly position: bigint;
  /** Offset to fetch next. */
  readonly next: bigint;
  /** Bytes of the entries in memory. */
  readonly bytes: number;
  /** The number of unfinished entries. */
  readonly open: number;
  /** Adds fetched entries; known ones are ignored. */
  add(messages: readonly StoredMessage[]): void;
  /** Returns the records of the unfinished entries, oldest first, entry by entry. */
  entries(): Generator<readonly LogRecord[]>;
  /** Marks an entry as finished. */
  finish(id: string): void;
}

interface Entry {
  readonly id: string;
  readonly offset: bigint;
  readonly bytes: number;
  readonly message: StoredMessage;
  isDone: boolean;
}

export function createPartitionQueue(partition: number, from: bigint): PartitionQueue {
  let entries: Entry[] = [];
  let byId = new Map<string, Entry>();
  let position = from;
  let next = from;
  let bytes = 0;

  return {
    get position() {
      return position;
    },
    get next() {
      return next;
    },
    get bytes() {
      return bytes;
    },
    get open() {
      return byId.size;
    },
    add: (messages) => {
      for (const message of messages) {
        const { offset, timestamp } = message;
        if (offset < next) continue;
        const id = recordId(timestamp, offset);
        const size = message.value?.length ?? 0;
        const entry: Entry = { id, offset, bytes: size, message, isDone: false };
        entries.push(entry);
        byId.set(id, entry);
        bytes += size;
        next = offset + 1n;
      }
    },
    *entries() {
      for (const { id, isDone, message } of entries) {
        if (isDone) continue;
        yield recordsOf(partition, id, message.value?.toString() ?? '', {
          projectId: Number(headerOf(message, PROJECT_HEADER) ?? 0),
          replays: Number(headerOf(message, REPLAYS_HEADER) ?? 0),
        });
      }
    },
    finish: (id) => {
      const entry = byId.get(id);
      if (entry === undefined) return;
      entry.isDone = true;
      byId.delete(id);
      const open = entries.findIndex(({ isDone }) => !isDone);
      const done = open === -1 ? entries.length : open;
      for (const gone of entries.slice(0, done)) bytes -= gone.bytes;
      if (done > 0) entries = entries.slice(done);
      position = entries[0]?.offset ?? next;
      if (byId.size === 0) byId = new Map();
    },
  };
}
