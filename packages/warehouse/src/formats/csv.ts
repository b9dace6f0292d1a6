import type { WarehouseColumnType } from '@tidemark/contracts';
import { WarehouseSourceError } from '../errors';
import { ByteBudget } from '../limits';
import { columnNames } from '../schema/column-names';
import { commonType, typeOfText } from '../schema/column-type';
import type { SourceFile } from '../sources/source';
import { csvRecords } from './csv-records';
import type { FileFormat, FileRow, FormatOptions } from './format';
import { SAMPLE_BYTES, SAMPLE_ROWS } from './format';
import { openText } from './open-text';

/** ClickHouse's text for NULL; an empty cell is also read as NULL. */
const NULL = '\\N';

function valueOf(cell: string): string | null {
  return cell === '' || cell === NULL ? null : cell;
}

async function* records(
  file: SourceFile,
  { csvQuotes }: FormatOptions,
  budget: ByteBudget,
): AsyncGenerator<readonly string[]> {
  const text = await openText(file, budget);
  try {
    for await (const some of csvRecords(text, csvQuotes)) yield* some;
  } finally {
    text.destroy();
  }
}

/** @param hasHeader whether the first line contains the names of the columns; otherwise they are c1, c2 … */
export function csvFormat(hasHeader: boolean): FileFormat {
  async function* rows(
    file: SourceFile,
    options: FormatOptions,
    budget: ByteBudget,
  ): AsyncGenerator<FileRow> {
    let names: readonly string[] | null = null;
    let number = 0;
    for await (const record of records(file, options, budget)) {
      number += 1;
      if (names === null) {
        names = columnNames(hasHeader ? record : record.map((_, index) => `c${index + 1}`));
        if (hasHeader) continue;
      }
      if (record.length !== names.length) {
        throw new WarehouseSourceError(
          `Row ${number} of the CSV has ${record.length} columns, not ${names.length}.`,
        );
      }
      yield { names, values: record.map(valueOf) };
    }
    // A file with only a header is a table without rows.
    if (names !== null && hasHeader && number === 1) yield { names, values: [] };
  }

  return {
    async *rows(file, options, budget) {
      for await (const row of rows(file, options, budget)) if (row.values.length > 0) yield row;
    },

    async columns(file, options) {
      let names: readonly string[] = [];
      const types: (WarehouseColumnType | null)[] = [];
      const budget = new ByteBudget(Number.MAX_SAFE_INTEGER);
      let seen = 0;
      let bytes = 0;
      for await (const row of rows(file, options, budget)) {
        ({ names } = row);
        row.values.forEach((value, index) => {
          if (value === null) return;
          bytes += value.length;
          types[index] = commonType(types[index] ?? null, typeOfText(value));
        });
        seen += 1;
        if (seen >= SAMPLE_ROWS || bytes >= SAMPLE_BYTES) break;
      }
      if (names.length === 0) throw new WarehouseSourceError('The file is empty.');
      return names.map((name, index) => ({ name, type: types[index] ?? 'string' }));
    },
  };
}
