import { copyText } from '../grid/cell-text';
import { timestampText } from '../time-text';
import type { SqlResult } from './result';
import { cellTypeOf, isNumeric } from './result';

/** The indexes of the columns that a chart draws. */
export interface ChartColumns {
  readonly x: number;
  readonly values: readonly number[];
  /** The column whose values become separate series; then only the first column of `values` is drawn. */
  readonly split: number | null;
}

interface ResultSeries {
  readonly label: string;
  readonly values: readonly number[];
}

export interface ResultChart {
  readonly buckets: readonly {
    /** The short text for the axis. */
    readonly tick: string;
    /** The full text. */
    readonly title: string;
  }[];
  readonly series: readonly ResultSeries[];
  /** The number of series and buckets that are not drawn because there are too many. */
  readonly leftOut: number;
}

const MOST_SERIES = 8;
const MOST_BUCKETS = 500;
const LONGEST_TICK = 14;

/**
 * The columns that are drawn by default: the first column of times, otherwise of names, is on the axis; numbers are
 * values. Null if no column has numbers.
 */
export function chartColumns({ columns, types }: SqlResult): ChartColumns | null {
  const typeAt = (index: number): string => types[index]?.[1] ?? '';
  const all = columns.map((_, index) => index);
  const time = all.find((index) => /^(?:Nullable\()?Date/.test(typeAt(index)));
  const names = all.filter((index) => !isNumeric(typeAt(index)));
  const x = time ?? names[0] ?? 0;
  const values = all.filter((index) => index !== x && isNumeric(typeAt(index)));
  if (values.length === 0) return null;
  const split = names.find((index) => index !== x) ?? null;
  return { x, values: split === null ? values.slice(0, MOST_SERIES) : values.slice(0, 1), split };
}

/** The index that stands for no column to split by. */
export const NO_SPLIT = -1;

/** The columns that URL parameters name by their indexes; a missing or impossible index is replaced by the default. */
export function chosenColumns(
  result: SqlResult,
  named: Readonly<Record<'x' | 'value' | 'split', string | undefined>>,
): ChartColumns | null {
  const usual = chartColumns(result);
  if (usual === null) return null;
  const indexOf = (text: string | undefined): number | null => {
    const index = text === undefined || text === '' ? Number.NaN : Number(text);
    return Number.isInteger(index) && index < result.columns.length && index >= NO_SPLIT
      ? index
      : null;
  };
  const [x, value, split] = [indexOf(named.x), indexOf(named.value), indexOf(named.split)];
  const isValue = value !== null && isNumeric(result.types[value]?.[1] ?? '');
  return {
    x: x === null || x === NO_SPLIT ? usual.x : x,
    values: isValue ? [value] : usual.values,
    split: split === NO_SPLIT ? null : (split ?? usual.split),
  };
}

/**
 * The chart of a result, in the order of its rows; missing values are 0. Rows with the same value on the axis are added
 * up.
 */
export function chartOfResult(result: SqlResult, chosen: ChartColumns, zone: string): ResultChart {
  const { x, values, split } = chosen;
  const isTime = cellTypeOf(result.types[x]?.[1] ?? '') === 'timestamp';
  const nameOf = (value: unknown): string => {
    if (value === null) return 'null';
    return isTime ? timestampText(value, zone) : copyText(value);
  };
  // The key is the value: when clocks are set back, two hours have the same text.
  const keyOf = (row: readonly unknown[]): string => JSON.stringify(row[x]);
  const buckets = new Map<string, { readonly index: number; readonly name: string }>();
  for (const row of result.rows) {
    const key = keyOf(row);
    if (!buckets.has(key)) buckets.set(key, { index: buckets.size, name: nameOf(row[x]) });
  }
  const shown = Math.min(buckets.size, MOST_BUCKETS);
  const series = new Map<string, number[]>();
  for (const row of result.rows) {
    const bucket = buckets.get(keyOf(row))?.index ?? 0;
    if (bucket >= shown) continue;
    for (const column of values) {
      const label = split === null ? (result.columns[column] ?? '') : nameOf(row[split]);
      const line = series.get(label) ?? new Array<number>(shown).fill(0);
      line[bucket] = (line[bucket] ?? 0) + (Number(row[column]) || 0);
      series.set(label, line);
    }
  }
  const lines = [...series].map(([label, line]) => ({ label, values: line }));
  const largest = [...lines].sort((a, b) => sum(b.values) - sum(a.values));
  return {
    buckets: ticks([...buckets.values()].map(({ name }) => name).slice(0, shown), isTime),
    series: split === null ? lines : largest.slice(0, MOST_SERIES),
    leftOut: buckets.size - shown + Math.max(0, lines.length - MOST_SERIES),
  };
}

/**
 * Shortens texts for the axis: times without seconds and year, and without the hour if all are at midnight; long names
 * are truncated.
 */
function ticks(titles: readonly string[], isTime: boolean): ResultChart['buckets'] {
  const areDays = isTime && titles.every((title) => title.endsWith(' 00:00:00'));
  return titles.map((title) => {
    if (!isTime) {
      const tick = title.length > LONGEST_TICK ? `${title.slice(0, LONGEST_TICK - 1)}…` : title;
      return { tick, title };
    }
    const day = title.replace(/,? \d\d:\d\d:\d\d$/, '');
    const tick = areDays ? day : title.replace(/:\d\d$/, '');
    return { tick: tick.replace(/, \d{4}/, ''), title: areDays ? day : title };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
