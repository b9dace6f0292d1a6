import type { WarehouseFormat } from '@tidemark/contracts';
import { WarehouseSourceError } from '../errors';
import { FORMATS } from '../formats';
import type { FormatOptions } from '../formats/format';
import type { FoundColumn } from '../schema/columns';
import type { Source } from '../sources/source';
import { toReadError } from './read-error';

/**
 * The columns of a source, from its first file. Reads only the beginning of a text file, or the schema of a Parquet
 * file.
 * @throws WarehouseSourceError with the reason if it cannot be read
 */
export async function findColumns(
  source: Source,
  format: WarehouseFormat,
  options: FormatOptions,
): Promise<readonly FoundColumn[]> {
  const [first] = await source.files();
  if (first === undefined) throw new WarehouseSourceError('There is no file.');
  try {
    return await FORMATS[format].columns(first, options);
  } catch (error) {
    throw toReadError(error, format);
  }
}
