import type { AcceptedBatch, LogRecordBody } from '@tidemark/contracts';
import { entryValues } from './entry-values';
import { packRecords } from './packed-records';
import type { EntryValue } from './packed-records';

/** Entries in a form that a thread can hand to another without a copy of each. */
export interface PackedValues {
  /** All values, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each value ends in `bytes`. */
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly partitions: Uint32Array<ArrayBuffer>;
  /** The project that each value counts for. */
  readonly projects: Uint32Array<ArrayBuffer>;
  /** How many events each value holds. */
  readonly events: Uint32Array<ArrayBuffer>;
}

/** The entries of a request's events. @param partitions of the log that they are appended to */
export function packEvents(batch: AcceptedBatch, partitions: number): PackedValues {
  return packValues(packRecords(batch, partitions));
}

/** A entry for each log entry. @param partitions of the log that they are appended to */
export function packEntries(entries: readonly LogRecordBody[], partitions: number): PackedValues {
  return packValues(entryValues(entries, partitions));
}

function packValues(values: readonly EntryValue[]): PackedValues {
  const lengths = values.map(({ value }) => Buffer.byteLength(value));
  const bytes = Buffer.from(new ArrayBuffer(lengths.reduce((sum, length) => sum + length, 0)));
  const ends = new Uint32Array(values.length);
  let at = 0;
  values.forEach(({ value }, index) => {
    if (typeof value === 'string') bytes.write(value, at, 'utf8');
    else bytes.set(value, at);
    at += lengths[index] ?? 0;
    ends[index] = at;
  });
  return {
    bytes,
    ends,
    partitions: Uint32Array.from(values, ({ partition }) => partition),
    projects: Uint32Array.from(values, ({ projectId }) => projectId),
    events: Uint32Array.from(values, ({ events }) => events),
  };
}

/** Limits the bytes that one write copies, and how long it blocks the store for other writes. */
const SLICE_BYTES = 4 * 1024 * 1024;
const SLICE_VALUES = 500;

/** The packed entries again, in slices that are to be written one after the other. */
export function* packedSlices(packed: PackedValues): Generator<readonly EntryValue[]> {
  const { bytes, ends, partitions, projects, events } = packed;
  let slice: EntryValue[] = [];
  let start = 0;
  let from = 0;
  for (const [index, end] of ends.entries()) {
    if (slice.length === SLICE_VALUES || (slice.length > 0 && end - start > SLICE_BYTES)) {
      yield slice;
      slice = [];
      start = from;
    }
    slice.push({
      partition: partitions[index] ?? 0,
      projectId: projects[index] ?? 0,
      events: events[index] ?? 1,
      value: Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from),
    });
    from = end;
  }
  if (slice.length > 0) yield slice;
}
