import type { AcceptedBatch, LogRecordBody } from '@tidemark/contracts';
import { entryValues } from './entry-values';
import { packRecords } from './packed-records';
import type { EntryValue } from './packed-records';

/** Entries in buffers that can be transferred between threads without copying. */
export interface PackedValues {
  /** All values, one after the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The end of each value in `bytes`. */
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly partitions: Uint32Array<ArrayBuffer>;
  /** The project for which each value is counted. */
  readonly projects: Uint32Array<ArrayBuffer>;
  /** The number of events in each value. */
  readonly events: Uint32Array<ArrayBuffer>;
}

/** Packs the events of a request. @param partitions the number of partitions of the log */
export function packEvents(batch: AcceptedBatch, partitions: number): PackedValues {
  return packValues(packRecords(batch, partitions));
}

/** Packs records, one per entry. @param partitions the number of partitions of the log */
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

/** Limits of one write, which blocks the store for other writes. */
const SLICE_BYTES = 4 * 1024 * 1024;
const SLICE_VALUES = 500;

/** Unpacks entries, in slices that have to be written one after the other. */
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
