import type { WarehouseColumn, WarehouseFormat } from '@tidemark/contracts';
import { WarehouseSourceError } from '../errors';
import { FORMATS } from '../formats';
import type { FileRow, FormatOptions } from '../formats/format';
import type { LoadLimits } from '../limits';
import { ByteBudget, MAX_ROW_CHARACTERS } from '../limits';
import type { Source } from '../sources/source';
import { toReadError } from './read-error';

export interface CellsOptions {
  readonly format: WarehouseFormat;
  readonly options: FormatOptions;
  readonly columns: readonly WarehouseColumn[];
  readonly limits: LoadLimits;
}

/**
 * All rows of all files as the JSON objects that are stored: the text of each column by its key. Columns that the
 * table does not have are left out.
 * @throws WarehouseSourceError
 */
export async function* readCells(
  source: Source,
  { format, options, columns, limits }: CellsOptions,
): AsyncGenerator<string> {
  const keyOf = new Map(columns.map(({ name, key }) => [name, key]));
  const budget = new ByteBudget(limits.maxBytes);
  // The stored size is also limited, because a dictionary can make much data from a small file.
  const stored = new ByteBudget(limits.maxBytes);
  let rows = 0;
  try {
    for (const file of await source.files()) {
      for await (const row of FORMATS[format].rows(file, options, budget)) {
        rows += 1;
        if (rows > limits.maxRows) {
          throw new WarehouseSourceError(
            `The data has more than ${limits.maxRows} rows, the most this server loads.`,
          );
        }
        const cells = cellsOf(row, keyOf);
        stored.spend(cells.length);
        yield cells;
      }
    }
  } catch (error) {
    throw toReadError(error, format);
  }
}

function cellsOf({ names, values }: FileRow, keyOf: ReadonlyMap<string, string>): string {
  const cells: Record<string, string> = {};
  names.forEach((name, index) => {
    const key = keyOf.get(name);
    const value = values[index] ?? null;
    if (key !== undefined && value !== null) cells[key] = value;
  });
  const text = JSON.stringify(cells);
  if (text.length > MAX_ROW_CHARACTERS * 2) {
    throw new WarehouseSourceError(`A row is longer than ${MAX_ROW_CHARACTERS} characters.`);
  }
  return text;
}
