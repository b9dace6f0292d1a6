import type { WarehouseColumn, WarehouseFormat } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Source, TableReference } from '@tidemark/warehouse';
import {
  bufferedFile,
  findColumns,
  formatOptions,
  openTableSource,
  openUploaded,
  toColumns,
  WarehouseSourceError,
} from '@tidemark/warehouse';
import type { WarehouseRouteDeps } from './deps';

/** The maximum time that a request waits for a source to return its columns. */
const MAX_READ_MS = 25_000;

/** A table whose columns are requested; it need not be stored yet. */
export type ReadableTable = TableReference & {
  readonly format: WarehouseFormat;
  /** The previous columns of the table. */
  readonly columns: readonly WarehouseColumn[];
};

/** The current columns of the source. @throws ApiError 400 with the reason if it cannot be read */
export async function readColumns(
  deps: Pick<WarehouseRouteDeps, 'policy' | 'secrets' | 'files'>,
  table: ReadableTable,
  signal: AbortSignal,
): Promise<readonly WarehouseColumn[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(MAX_READ_MS)]);
  return withSource(() => openTableSource(deps, table, limit), table, 'url_pattern');
}

/** The columns of a file that was just uploaded. @throws ApiError 400 */
export function readFileColumns(
  bytes: Uint8Array,
  table: Pick<ReadableTable, 'format' | 'options' | 'columns'>,
): Promise<readonly WarehouseColumn[]> {
  return withSource(() => Promise.resolve(openUploaded(bufferedFile(bytes))), table, 'file');
}

async function withSource(
  open: () => Promise<Source>,
  { format, options, columns }: Pick<ReadableTable, 'format' | 'options' | 'columns'>,
  attr: string,
): Promise<readonly WarehouseColumn[]> {
  try {
    const source = await open();
    try {
      return toColumns(await findColumns(source, format, formatOptions(options)), columns);
    } finally {
      source.close();
    }
  } catch (error) {
    throw asFieldError(error, attr);
  }
}

/** Converts a problem with a source into an error of the request field that names it. */
export function asFieldError(error: unknown, attr: string): unknown {
  return error instanceof WarehouseSourceError
    ? validationError('invalid_input', error.message, attr)
    : error;
}
