import type { JsonObject } from '@tidemark/importers';
import { UNREADABLE } from './files/read-file';
import { SortedValues } from './files/sorted-values';
import type { Cursor, Page } from './source';

/** Records of separate files that complete other records, such as the properties of events. */
export interface ValueReading {
  /** Whether a file has such records, by its first one. */
  readonly isValue: (first: JsonObject) => boolean;
  /** Returns the key of the record that a value belongs to, and the value; null if the record has no key. */
  readonly read: (record: JsonObject) => { readonly key: string; readonly value: unknown } | null;
  /** Returns the key of a record that may have values. */
  readonly keyOf: (record: JsonObject) => string | null;
  /** Returns a record with its values. */
  readonly complete: (record: JsonObject, values: readonly unknown[]) => JsonObject;
  /** The reason for the report why a value was not imported. */
  readonly orphan: string;
  /** The message if no other file has records. */
  readonly incomplete: string;
}

const PROBLEMS_IN_PAGE = 2_000;
/** Ingestion rejects events of this size, so that no longer value can be imported. */
const MAX_VALUE_CHARACTERS = 1024 * 1024;

/**
 * Completes the records of pages with values of other records. The values are sorted in temporary files, so that neither
 * of them has to be in memory. They are read again when the pages continue from a cursor.
 */
export async function* joinValues(
  pages: AsyncIterable<Page>,
  {
    values: valuePages,
    reading,
  }: { readonly values: () => AsyncIterable<Page>; readonly reading: ValueReading },
  from: Cursor | null,
  signal: AbortSignal,
): AsyncGenerator<Page> {
  const values = await SortedValues.create();
  try {
    const problems = new Map<string, number>();
    const total = await collect(values, valuePages(), { reading, problems, signal });
    await values.finish();
    // A cursor is stored together with the problems before it.
    if (from === null) yield* problemPages(problems, null);
    let last = from;
    let joined = Number(from?.['joined'] ?? 0);
    for await (const { records, cursor } of pages) {
      const keys = records.flatMap((record) => reading.keyOf(record) ?? []);
      const found = await values.find(keys);
      const completed = records.map((record) => {
        const own = found.get(reading.keyOf(record) ?? '');
        if (own === undefined) return record;
        joined += own.length;
        return reading.complete(record, own);
      });
      last = cursor === null ? null : { ...cursor, joined };
      yield { records: completed, cursor: last };
    }
    const end = last === null ? null : { ...last, joined: total };
    yield* problemPages(new Map([[reading.orphan, total - joined]]), end);
  } finally {
    await values.close();
  }
}

/** Adds all values, and counts those that cannot be read by their reason. Returns the number of values. */
async function collect(
  values: SortedValues,
  pages: AsyncIterable<Page>,
  {
    reading,
    problems,
    signal,
  }: {
    readonly reading: ValueReading;
    readonly problems: Map<string, number>;
    readonly signal: AbortSignal;
  },
): Promise<number> {
  let total = 0;
  const fail = (reason: string) => problems.set(reason, (problems.get(reason) ?? 0) + 1);
  for await (const { records } of pages) {
    signal.throwIfAborted();
    for (const record of records) {
      const reason = record[UNREADABLE];
      const read = typeof reason === 'string' ? null : reading.read(record);
      if (typeof reason === 'string') fail(reason);
      else if (read === null) fail(reading.orphan);
      else if (JSON.stringify(read.value).length > MAX_VALUE_CHARACTERS) {
        fail('a value is longer than 1 MB');
      } else {
        await values.add(read.key, read.value);
        total += 1;
      }
    }
  }
  return total;
}

/** Returns problems as records, with a few of them in memory. */
function* problemPages(
  problems: ReadonlyMap<string, number>,
  cursor: Page['cursor'],
): Generator<Page> {
  for (const [reason, count] of problems) {
    for (let left = count; left > 0; left -= PROBLEMS_IN_PAGE) {
      const length = Math.min(left, PROBLEMS_IN_PAGE);
      const records = Array.from({ length }, () => ({ [UNREADABLE]: reason }));
      // A page without a cursor is stored together with the next one.
      yield { records, cursor: left > PROBLEMS_IN_PAGE ? null : cursor };
    }
  }
}
