import type { CellType } from '../grid/cell-text';

/** A response to a `HogQLQuery`, as far as the screen shows it. */
export interface SqlResult {
  readonly columns: readonly string[];
  /** Pairs of name and engine type. */
  readonly types: readonly (readonly [string, string])[];
  readonly rows: readonly (readonly unknown[])[];
  readonly hasMore: boolean;
  readonly warnings: readonly string[];
}

/** Reads a response of the wire; what is missing is empty. */
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

/** How a value of an engine type is shown. */
export function cellTypeOf(type: string): CellType {
  const inner = type.replace(/^(?:Nullable|LowCardinality)\((.*)\)$/, '$1');
  if (inner !== type) return cellTypeOf(inner);
  if (/^DateTime/.test(type)) return 'timestamp';
  if (/^(?:U?Int|Float|Decimal)/.test(type)) return 'number';
  if (/^(?:Array|Tuple|Map|JSON|Object)/.test(type)) return 'json';
  if (type === 'Bool') return 'boolean';
  return 'auto';
}

/** Whether the column can be drawn as a line or bars. */
export function isNumeric(type: string): boolean {
  return cellTypeOf(type) === 'number';
}
