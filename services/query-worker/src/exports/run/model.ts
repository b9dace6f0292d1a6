import type {
  ByteQuery,
  ClickHouse,
  ExportSelection,
  RowStyle,
  SizedSlice,
} from '@tidemark/clickhouse';
import { eventRows, personRows, planEventSlices, planPersonSlices } from '@tidemark/clickhouse';
import type { ExportModel } from '@tidemark/contracts';
import { z } from 'zod';

type RowsQuery = Pick<ByteQuery, 'name' | 'sql' | 'params' | 'format'>;

/** How the rows of a model are cut into slices and read. */
export interface ModelReader {
  plan(
    clickhouse: ClickHouse,
    selection: ExportSelection,
    maxRows: number,
    signal: AbortSignal,
  ): Promise<readonly SizedSlice<unknown>[]>;
  /** @throws when the stored slice does not belong to this model */
  rows(selection: ExportSelection, slice: unknown, style: RowStyle): RowsQuery;
}

/** The maximum number of persons in a part; it is small because their rows are joined and sorted. */
const MAX_PERSONS = 100_000;

const range = z.tuple([z.string(), z.string()]);
const eventSlice = z.object({
  days: range,
  events: range.optional(),
  distinctIdHashes: range.optional(),
  uuidHashes: range.optional(),
});
const personSlice = z.object({ after: z.string().nullable(), upTo: z.string().nullable() });

export const modelReaders: Readonly<Record<ExportModel, ModelReader>> = {
  events: {
    plan: planEventSlices,
    rows: (selection, slice, style) => eventRows(selection, eventSlice.parse(slice), style),
  },
  persons: {
    plan: (clickhouse, selection, maxRows, signal) =>
      planPersonSlices(clickhouse, selection, Math.min(maxRows, MAX_PERSONS), signal),
    rows: (selection, slice, style) => personRows(selection, personSlice.parse(slice), style),
  },
};
