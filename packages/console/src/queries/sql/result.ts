import type { CellType } from '../grid/cell-text';

/** The parts of a `HogQLQuery` response that the screen shows. */
export interface SqlResult {
  readonly columns: readonly string[];
  /** Pairs of column name and engine type. */
  readonly types: readonly (readonly [string, string])[];
  readonly rows: readonly (readonly unknown[])[];
  readonly hasMore: boolean;
  readonly warnings: readonly string[];
}

/** Reads a response of the API. Missing parts become empty. */
export function sqlResultOf(body: Readonly<Record<string, unknown>>): SqlResult {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return {
    columns: list(body['columns']).map(String),
    types: list(body['types']) as SqlResult['types'],
    rows: list(body['results']) as SqlResult['rows'],
    hasMore: body['hasMore'] === true,
    warnings: list(body['warnings']).map((warning) =>
      typeof warning === 'string' ? warning : JSON.stringify(warning),
    ),
  };
}

/** The display type of a cell with an engine type. */
export function cellTypeOf(type: string): CellType {
  const inner = type.replace(/^(?:Nullable|LowCardinality)\((.*)\)$/, '$1');
  if (inner !== type) return cellTypeOf(inner);
  if (/^DateTime/.test(type)) return 'timestamp';
  if (/^(?:U?Int|Float|Decimal)/.test(type)) return 'number';
  if (/^(?:Array|Tuple|Map|JSON|Object)/.test(type)) return 'json';
  if (type === 'Bool') return 'boolean';
  return 'auto';
}

/** Whether a column of this engine type has numbers, which a chart can draw. */
export function isNumeric(type: string): boolean {
  return cellTypeOf(type) === 'number';
}
