import type { TableRow, WebTable } from './shape-web';

/** The rows of a table of countries, grouped for a map. */
export interface CountryMap {
  readonly byCode: ReadonlyMap<string, CountryValue>;
  /** Rows whose country is not on the map, for example rows without a country. */
  readonly others: readonly CountryValue[];
  /** The upper bounds of the classes, in ascending order; empty if there are no values. */
  readonly bounds: readonly number[];
}

export interface CountryValue {
  readonly row: TableRow;
  readonly visitors: number;
}

/** The number of shades on the map, without the shade for countries without visitors. */
const CLASSES = 5;

/** The visitors by country. `known` contains the codes of the countries on the map. */
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

/** The class of a value, from 1; 0 if there are no visitors. */
export function classOf(visitors: number, bounds: readonly number[]): number {
  if (visitors <= 0) return 0;
  const at = bounds.findIndex((bound) => visitors <= bound);
  return at < 0 ? bounds.length : at + 1;
}

/**
 * Bounds with equal ratios, because a few countries have most visitors. Each is rounded up to 1, 2 or 5 times a power
 * of ten, so the last one is at least the largest value.
 */
export function boundsOf(largest: number): readonly number[] {
  if (largest <= 0) return [];
  const wanted = Array.from({ length: CLASSES }, (_, at) =>
    roundedUp(largest ** ((at + 1) / CLASSES)),
  );
  return [...new Set(wanted)];
}

function roundedUp(value: number): number {
  // Allows for rounding errors of floating-point numbers, which are smaller than one part in a billion.
  const least = value * (1 - 1e-9);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((bound) => bound >= least) ?? value;
}
