import type { TableRow, WebTable } from './shape-web';

/** The rows of a table of countries as a map shows them. */
export interface CountryMap {
  readonly byCode: ReadonlyMap<string, CountryValue>;
  /** Rows that no country of the map stands for, for example those without a country. */
  readonly others: readonly CountryValue[];
  /** The largest value of each class, rising; none without a value. */
  readonly bounds: readonly number[];
}

export interface CountryValue {
  readonly row: TableRow;
  readonly visitors: number;
}

/** Shades of the map, without the one for countries with no visitors. */
const CLASSES = 5;

/** Visitors by country; `known` are the codes of the map. */
export function countryMapOf(table: WebTable, known: ReadonlySet<string>): CountryMap {
  const at = table.columns.findIndex(({ name }) => name === 'visitors');
  const values = table.rows
    .map((row) => ({ row, visitors: row.numbers[at]?.value ?? 0 }))
    .filter(({ visitors }) => visitors > 0);
  const codeOf = ({ row }: CountryValue): string | null =>
    typeof row.value === 'string' && known.has(row.value) ? row.value : null;
  const byCode = new Map<string, CountryValue>();
  for (const value of values) {
    const code = codeOf(value);
    if (code !== null) byCode.set(code, value);
  }
  return {
    byCode,
    others: values.filter((value) => codeOf(value) === null),
    bounds: boundsOf(Math.max(0, ...[...byCode.values()].map(({ visitors }) => visitors))),
  };
}

/** The class of a value, from 1; 0 for a value of 0. */
export function classOf(visitors: number, bounds: readonly number[]): number {
  if (visitors <= 0) return 0;
  const at = bounds.findIndex((bound) => visitors <= bound);
  return at < 0 ? bounds.length : at + 1;
}

/**
 * Bounds at equal ratios, because a few countries have most visitors: rounded up to 1, 2 or 5 times a power of ten, the
 * last one is at least the largest value.
 */
export function boundsOf(largest: number): readonly number[] {
  if (largest <= 0) return [];
  const wanted = Array.from({ length: CLASSES }, (_, at) =>
    roundedUp(largest ** ((at + 1) / CLASSES)),
  );
  return [...new Set(wanted)];
}

function roundedUp(value: number): number {
  // One part in a billion is an error of the arithmetic, not a visitor.
  const least = value * (1 - 1e-9);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((bound) => bound >= least) ?? value;
}
