import type { AcceptedBatch, AcceptedEventText } from '@tidemark/contracts';
import { partitionerOf } from './partition';

/** One entry of the log, to be written. */
export interface EntryValue {
  readonly partition: number;
  readonly projectId: number;
  /** How many events it holds. */
  readonly events: number;
  readonly value: string | Buffer;
}

export function eventsOf(values: readonly EntryValue[]): number {
  return values.reduce((sum, { events }) => sum + events, 0);
}

/**
 * Between the parts of an entry that holds several records: what they have in common first, then
 * the rest of each. No JSON text has this character: in strings it must be escaped.
 */
const SEPARATOR = '\x1e';
const SEPARATOR_BYTE = 0x1e;
const CLOSING_BRACE = 0x7d;

/** A range is cut between entries, so one must stay small. */
const MAX_EVENTS = 100;
const MAX_BYTES = 512 * 1024;

/** The entries of a request's events: one per partition, unless that would be a large one. */
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

/** @param bytes of the texts, each with a separator and a brace. */
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

/** The JSON texts of the records in an entry; at least one. */
export function unpackRecords(value: string): readonly string[] {
  if (!value.includes(SEPARATOR)) return [value];
  const [head = '', ...rests] = value.split(SEPARATOR);
  return rests.map((rest) => head + rest);
}
