import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ColumnMetaData, Compressors } from 'hyparquet' with { 'resolution-mode': 'import' };
import { WarehouseSourceError } from '../errors';

const MAX_PAGE_BYTES = 64 * 1024 * 1024;
/** The maximum uncompressed size of a row group, which is decoded as a whole. */
const MAX_GROUP_BYTES = 512 * 1024 * 1024;
/** The maximum number of entries of a dictionary, and of values in a column with lists. */
const MAX_VALUES = 16_000_000;

/**
 * Decompressors whose output is at most the size that a page declares; `checkPages` limits the declared size. An empty
 * page, as in a column without any value, is not decompressed: the LZ4 decoder rejects it.
 */
export async function boundedCompressors(): Promise<Compressors> {
  const { compressors, decompressZstd } = await import('hyparquet-compressors');
  const bounded: Compressors = {
    ...compressors,
    GZIP: (input, length) => new Uint8Array(gunzipSync(input, { maxOutputLength: length })),
    BROTLI: (input, length) =>
      new Uint8Array(brotliDecompressSync(input, { maxOutputLength: length })),
    ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
  };
  return Object.fromEntries(
    Object.entries(bounded).map(([codec, decompress]): [string, typeof decompress] => [
      codec,
      (input, length) => (length === 0 ? new Uint8Array() : decompress(input, length)),
    ]),
  );
}

/**
 * Checks the pages of a column before they are decoded, because a few bytes can declare billions of values, which the
 * decoder would trust.
 * @param unpackedBefore the uncompressed size of the group's other columns so far
 * @returns this size including the column
 * @throws WarehouseSourceError
 */
export async function checkPages(
  bytes: ArrayBuffer,
  column: ColumnMetaData,
  groupRows: number,
  unpackedBefore: number,
): Promise<number> {
  const { parquetHeader } = await import('hyparquet/src/column.js');
  const reader = { view: new DataView(bytes), offset: 0 };
  // A column with a path of several names has lists or structs, and may have more values than rows.
  const limit = column.path_in_schema.length > 1 ? MAX_VALUES : groupRows;
  let values = 0;
  let total = unpackedBefore;
  while (reader.offset < bytes.byteLength - 1) {
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    const unpacked = header.uncompressed_page_size;
    if (!(size >= 0) || reader.offset + size > bytes.byteLength) throw broken();
    if (!(unpacked >= 0) || unpacked > MAX_PAGE_BYTES) throw broken();
    const page = header.data_page_header ?? header.data_page_header_v2;
    const count = page?.num_values ?? 0;
    const entries = header.dictionary_page_header?.num_values ?? 0;
    if (!(count >= 0) || !(entries >= 0) || entries > MAX_VALUES) throw broken();
    values += count;
    total += unpacked;
    if (total > MAX_GROUP_BYTES) throw tooLarge();
    if (values > Math.max(limit, 1)) throw broken();
    reader.offset += size;
  }
  return total;
}

function tooLarge(): WarehouseSourceError {
  return new WarehouseSourceError(
    `A row group of the file is larger than ${MAX_GROUP_BYTES / 1024 / 1024} MB unpacked. Write it with smaller row groups.`,
  );
}

function broken(): WarehouseSourceError {
  return new WarehouseSourceError(
    'The file is not valid Parquet: its pages do not fit what the file says of itself.',
  );
}
