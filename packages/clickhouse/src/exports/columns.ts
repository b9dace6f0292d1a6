import { stringLiteral } from '../string-literal';

/** The formats of an export, all of which the engine writes. */
export type RowFormat = 'JSONLines' | 'Parquet' | 'CSV';

/** How the rows of an export are written. */
export interface RowStyle {
  readonly format: RowFormat;
  /** Whether an apostrophe is put before CSV cells that a spreadsheet would run as a formula. */
  readonly escapeFormulas: boolean;
}

/** The rule of `escapedFormula` in packages/platform, as an expression of the engine. */
const FORMULA_START = stringLiteral('^(?:[=+@\\t\\r\\n-]|\uff1d|\uff0b|\uff0d|\uff20)');
const PLAIN_NUMBER = stringLiteral('^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$');

/** A column of an export. */
export interface ExportColumn {
  readonly name: string;
  /** Expression in the scope of the export's rows. */
  readonly value: string;
  readonly kind: 'text' | 'number' | 'timestamp' | 'document';
}

/** Returns the SELECT list of a format, and the format of the engine. */
export function selectList(
  columns: readonly ExportColumn[],
  { format, escapeFormulas }: RowStyle,
): { readonly sql: string; readonly format: 'Parquet' | 'CSVWithNames' | 'TabSeparatedRaw' } {
  switch (format) {
    case 'Parquet':
      return { sql: columns.map(named).join(',\n  '), format: 'Parquet' };
    case 'CSV': {
      const written = columns.map((column) => ({
        ...column,
        value: escapeFormulas ? escaped(column) : textOf(column),
      }));
      return { sql: written.map(named).join(',\n  '), format: 'CSVWithNames' };
    }
    case 'JSONLines':
      // Documents are JSON texts. They are inserted unchanged, which keeps nulls and the order of keys.
      return { sql: jsonLine(columns), format: 'TabSeparatedRaw' };
  }
}

function named({ name, value }: ExportColumn): string {
  return `${value} AS \`${name}\``;
}

function escaped(column: ExportColumn): string {
  const { kind, value } = column;
  if (kind !== 'text') return textOf(column);
  const text = `toString(${value})`;
  const runs = `match(${text}, ${FORMULA_START}) AND NOT match(${text}, ${PLAIN_NUMBER})`;
  return `if(${runs}, concat(char(39), ${text}), ${text})`;
}

/** ISO 8601 in UTC with microseconds, as PostHog writes times in text formats. */
function textOf({ kind, value }: ExportColumn): string {
  return kind === 'timestamp' ? `formatDateTime(${value}, '%Y-%m-%dT%H:%i:%S.%fZ', 'UTC')` : value;
}

function jsonLine(columns: readonly ExportColumn[]): string {
  const members = columns.map((column, index) => {
    const key = `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`;
    return `${stringLiteral(key)}, ${jsonOf(column)}`;
  });
  return `concat(${members.join(',\n  ')}, '}') AS line`;
}

function jsonOf(column: ExportColumn): string {
  const { kind, value } = column;
  switch (kind) {
    case 'number':
      return `toString(${value})`;
    case 'text':
      return `toJSONString(${value})`;
    case 'timestamp':
      return `'"', ${textOf(column)}, '"'`;
    case 'document':
      // A line break between the tokens of a document has no meaning, but would end the row.
      return `if(empty(${value}), '{}', replaceAll(${value}, '\\n', ' '))`;
  }
}
