import type { AcceptedBatch, AcceptedEventText } from '@tidemark/contracts';
import { partitionerOf } from './partition';

/** One entry of the log, to be written. */
export interface EntryValue {
  readonly partition: number;
  readonly projectId: number;
  /** The number of events in the entry. */
  readonly events: number;
  readonly value: string | Buffer;
}

export function eventsOf(values: readonly EntryValue[]): number {
  return values.reduce((sum, { events }) => sum + events, 0);
}

/**
 * The separator of the parts of an entry with several records: first their common beginning, then the rest of each
 * record. JSON text never contains this character, because it must be escaped in strings.
 */
const SEPARATOR = '\x1e';
const SEPARATOR_BYTE = 0x1e;
const CLOSING_BRACE = 0x7d;

/** Limits of an entry. It must be small, because a range consists of whole entries. */
const MAX_EVENTS = 100;
const MAX_BYTES = 512 * 1024;

/** Returns the entries of a request's events: one per partition, or several if it would be too large. */
export function packRecords(batch: AcceptedBatch, partitions: number): EntryValue[] {
  const partitionOf = partitionerOf(batch.teamId, partitions);
  const open = new Map<number, { texts: AcceptedEventText[]; bytes: number }>();
  const packed: EntryValue[] = [];
  const close = (partition: number, texts: readonly AcceptedEventText[], bytes: number): void => {
    packed.push({
      partition,
      projectId: batch.teamId,
      events: texts.length,
      value: pack(batch.head, texts, bytes),
    });
  };
  for (const text of batch.events) {
    const partition = partitionOf(text.partitionKey);
    const bytes = text.lead.length + text.sent.length + 2;
    const entry = open.get(partition);
    if (entry === undefined) {
      open.set(partition, { texts: [text], bytes });
    } else if (entry.texts.length < MAX_EVENTS && entry.bytes + bytes <= MAX_BYTES) {
      entry.texts.push(text);
      entry.bytes += bytes;
    } else {
      close(partition, entry.texts, entry.bytes);
      open.set(partition, { texts: [text], bytes });
    }
  }
  for (const [partition, { texts, bytes }] of open) close(partition, texts, bytes);
  return packed;
}

/** @param bytes the length of the texts, each with a separator and a brace. */
function pack(head: string, texts: readonly AcceptedEventText[], bytes: number): Buffer {
  const several = texts.length > 1;
  const value = Buffer.allocUnsafe(head.length + bytes - (several ? 0 : 1));
  let at = value.write(head, 'latin1');
  for (const { lead, sent } of texts) {
    if (several) value[at++] = SEPARATOR_BYTE;
    at += value.write(lead, at, 'latin1');
    value.set(sent, at);
    at += sent.length;
    value[at++] = CLOSING_BRACE;
  }
  return value;
}

/** Returns the JSON texts of the records in an entry; at least one. */
export function unpackRecords(value: string): readonly string[] {
  if (!value.includes(SEPARATOR)) return [value];
  const [head = '', ...rests] = value.split(SEPARATOR);
  return rests.map((rest) => head + rest);
}
