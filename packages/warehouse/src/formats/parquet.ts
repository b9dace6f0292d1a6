import type { AsyncBuffer, FileMetaData, RowGroup } from 'hyparquet' with {
  'resolution-mode': 'import',
};
import { WarehouseSourceError } from '../errors';
import type { ByteBudget } from '../limits';
import { checkColumnCount } from '../limits';
import { columnNames } from '../schema/column-names';
import type { SourceFile } from '../sources/source';
import type { FileFormat } from './format';
import { boundedCompressors, checkPages } from './parquet-pages';
import { columnType, TEXT_PARSERS, valueText } from './parquet-values';

const MAX_FOOTER_BYTES = 16 * 1024 * 1024;
/** The maximum compressed size of a row group, which is in memory while it is read. */
const MAX_GROUP_BYTES = 256 * 1024 * 1024;
/** The maximum number of decoded values in memory at the same time. */
const VALUES_AT_ONCE = 2_000_000;
const TAIL_BYTES = 8;

interface OpenFile {
  readonly buffer: AsyncBuffer;
  readonly metadata: FileMetaData;
}

async function openParquet(file: SourceFile): Promise<OpenFile> {
  const size = await file.size();
  const slice = async (start: number, end = size): Promise<ArrayBuffer> =>
    readBytes(file, start, end);
  const tail = size < 12 ? null : new DataView(await slice(size - TAIL_BYTES));
  if (tail?.getUint32(4, true) !== 0x31524150) throw invalid();
  const footer = tail.getUint32(0, true);
  if (footer > MAX_FOOTER_BYTES || footer > size - TAIL_BYTES) throw invalid();
  const { parquetMetadata } = await import('hyparquet');
  const metadata = parquetMetadata(await slice(size - TAIL_BYTES - footer), {
    geoparquet: false,
    // Only used for the statistics in the footer, which are not read.
    parsers: TEXT_PARSERS,
  });
  return { buffer: { byteLength: size, slice }, metadata };
}

async function readBytes(file: SourceFile, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(end - start);
  if (end <= start) return bytes.buffer;
  let at = 0;
  for await (const chunk of await file.read({ start, end })) {
    const part = chunk as Buffer;
    if (at + part.length > bytes.length) break;
    bytes.set(part, at);
    at += part.length;
  }
  if (at < bytes.length) throw invalid();
  return bytes.buffer;
}

async function topLevel({ metadata }: OpenFile) {
  const { parquetSchema } = await import('hyparquet');
  const { children } = parquetSchema(metadata);
  checkColumnCount(children.length);
  const raw = children.map(({ element }) => element.name);
  return { children, raw, names: columnNames(raw) };
}

/** Loads the bytes of a row group into memory once, and checks the pages of all columns. */
async function loadGroup(
  { buffer }: OpenFile,
  group: RowGroup,
  budget: ByteBudget,
): Promise<AsyncBuffer> {
  const chunks = group.columns.map(({ meta_data: column, file_path: path }) => {
    if (column === undefined || path !== undefined) throw invalid();
    const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
    const first = Math.min(start, Number(column.data_page_offset));
    return { column, start: first, end: first + Number(column.total_compressed_size) };
  });
  const from = Math.min(...chunks.map(({ start }) => start));
  const to = Math.max(...chunks.map(({ end }) => end));
  if (!(from >= 0) || !(to <= buffer.byteLength)) throw invalid();
  if (to - from > MAX_GROUP_BYTES) {
    throw new WarehouseSourceError(
      `A row group of the file is larger than ${MAX_GROUP_BYTES / 1024 / 1024} MB. Write it with smaller row groups.`,
    );
  }
  const bytes = await buffer.slice(from, to);
  const rows = Number(group.num_rows);
  let unpacked = 0;
  for (const { column, start, end } of chunks) {
    unpacked = await checkPages(bytes.slice(start - from, end - from), column, rows, unpacked);
  }
  // Uses the computed size, because the size that the file declares may be wrong.
  budget.spend(unpacked);
  return {
    byteLength: buffer.byteLength,
    slice: (start, end = buffer.byteLength) => {
      if (start < from || end > to) throw invalid();
      return bytes.slice(start - from, end - from);
    },
  };
}

function invalid(): WarehouseSourceError {
  return new WarehouseSourceError('The file is not valid Parquet.');
}

/** Converts errors that the decoder throws for bytes that are not valid Parquet. */
function toSourceError(cause: unknown): unknown {
  const isDecoder =
    cause instanceof Error && !(cause instanceof WarehouseSourceError) && !('syscall' in cause);
  return isDecoder
    ? new WarehouseSourceError(
        'The file is not valid Parquet, or uses a part of it that is not read.',
        {
          cause,
        },
      )
    : cause;
}

/** The columns come from the file's schema; one row group is read at a time. */
export const parquetFormat: FileFormat = {
  async columns(file) {
    try {
      const { children, names } = await topLevel(await openParquet(file));
      if (names.length === 0) throw invalid();
      return children.map((child, index) => ({
        name: names[index] ?? '',
        type: columnType(child),
      }));
    } catch (error) {
      throw toSourceError(error);
    }
  },

  async *rows(file, _options, budget) {
    try {
      const open = await openParquet(file);
      const { raw, names } = await topLevel(open);
      const { parquetRead } = await import('hyparquet');
      const compressors = await boundedCompressors();
      const step = Math.max(1, Math.floor(VALUES_AT_ONCE / names.length));
      let before = 0;
      for (const group of open.metadata.row_groups) {
        const groupRows = Number(group.num_rows);
        if (!(groupRows >= 0)) throw invalid();
        // Its columns have no pages.
        if (groupRows === 0) continue;
        const buffer = await loadGroup(open, group, budget);
        for (let row = 0; row < groupRows; row += step) {
          let read: unknown[][] = [];
          await parquetRead({
            file: buffer,
            metadata: open.metadata,
            columns: raw,
            compressors,
            parsers: TEXT_PARSERS,
            geoparquet: false,
            rowStart: before + row,
            rowEnd: before + Math.min(groupRows, row + step),
            onComplete: (rows) => (read = rows),
          });
          for (const values of read) yield { names, values: values.map(valueText) };
        }
        before += groupRows;
      }
    } catch (error) {
      throw toSourceError(error);
    }
  },
};
