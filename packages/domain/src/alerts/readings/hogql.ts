import type { AlertConfig } from '@tidemark/contracts';
import { AlertError } from '../alert-error';
import type { AlertSeries } from '../series';

type HogQLConfig = Extract<AlertConfig, { type: 'HogQLAlertConfig' }>;

/** The maximum number of rows that `any_row` compares. */
const MAX_ANY_ROWS = 50;

/** The part of a response of a statement that alerts read. */
interface Table {
  readonly results: unknown;
  readonly columns: unknown;
  /** The name and the engine's type of each column. */
  readonly types: unknown;
  readonly hasMore: unknown;
}

/**
 * Reads a statement's rows: the value of the last row (or of the first, if the order is reversed) and that of the row
 * before it; or one value per row. An empty result is 0.
 * @throws AlertError if it is ambiguous which number is meant
 */
export function readHogQL(
  { results, columns, types, hasMore }: Table,
  config: HogQLConfig,
): readonly AlertSeries[] {
  const rows = (Array.isArray(results) ? results : []) as readonly (readonly unknown[])[];
  if (rows.length === 0) return [single([0])];
  const evaluation = config.evaluation ?? 'last_row';
  if (evaluation === 'any_row' && rows.length > MAX_ANY_ROWS) {
    throw new AlertError(
      `The statement returned ${rows.length} rows, and any_row checks at most ${MAX_ANY_ROWS}: use LIMIT.`,
    );
  }
  if (evaluation !== 'first_row' && hasMore === true) {
    throw new AlertError(
      'The statement has more rows than it returned: its last row is not known.',
    );
  }
  const names = Array.isArray(columns) ? columns.map(String) : [];
  const index = valueColumn(rows, { names, types: typesOf(types) }, config.column ?? null);
  const values = rows.map((row) => cellOf(row, index));
  if (evaluation === 'any_row') return values.map((value) => single([value]));
  return [single(evaluation === 'first_row' ? values.slice(0, 2).reverse() : values.slice(-2))];
}

const single = (values: readonly number[]): AlertSeries => ({
  points: values.map((value) => ({ at: null, value })),
  current: values.length - 1,
});

function typesOf(types: unknown): readonly string[] {
  return Array.isArray(types)
    ? (types as unknown[]).map((one) => String((one as unknown[])[1]))
    : [];
}

/** Types of numbers, such as `Nullable(Float64)`. */
const NUMERIC = /^(?:Nullable\()?(?:U?Int|Float|Decimal)/;

function valueColumn(
  rows: readonly (readonly unknown[])[],
  { names, types }: { readonly names: readonly string[]; readonly types: readonly string[] },
  wanted: string | null,
): number {
  if (wanted !== null) {
    const index = names.indexOf(wanted);
    if (index >= 0) return index;
    throw new AlertError(`The statement returns no column ${wanted}.`);
  }
  const width = rows[0]?.length ?? 0;
  if (width === 1) return 0;
  const numeric = Array.from({ length: width }, (_, index) => index).filter((index) => {
    const latest = rows.findLast((row) => row[index] !== null);
    // A column without values, such as an average of no rows, is known by its type.
    return latest === undefined
      ? NUMERIC.test(types[index] ?? '')
      : typeof latest[index] === 'number';
  });
  const [only] = numeric;
  if (only !== undefined && numeric.length === 1) return only;
  throw new AlertError(
    `The statement returns ${numeric.length} columns with numbers: name one in config.column.`,
  );
}

function cellOf(row: readonly unknown[], index: number): number {
  const cell = row[index] ?? 0;
  if (typeof cell === 'number') return cell;
  throw new AlertError('A value of the statement is not a number.');
}
