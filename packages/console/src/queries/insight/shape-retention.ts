import { bucketWords } from '../bucket-words';
import type { PeopleBehind } from './people-behind';
import type { ResponseFields } from './response-fields';
import { isRangeRunning } from './response-fields';
import { breakdownWords } from './series-names';
import type { RetentionQuery } from './types';

interface RetentionCell {
  readonly count: number;
  /** The share of the first or of the previous cell, from 0 to 1; null if that cell is 0. */
  readonly share: number | null;
  /** `future`: the period has not begun, so the cell has no value. */
  readonly state: 'done' | 'running' | 'future';
}

interface RetentionRow {
  /** The period in which the people of the row started. */
  readonly label: string;
  /** The index of the row, used by `InsightActorsQuery`. */
  readonly interval: number;
  readonly size: number;
  readonly cells: readonly RetentionCell[];
}

/** The table for everyone, or for one breakdown value. */
export interface RetentionGroup {
  readonly label: string;
  /** The breakdown value as `InsightActorsQuery` accepts it; undefined without a breakdown. */
  readonly breakdown: readonly string[] | undefined;
  readonly rows: readonly RetentionRow[];
  /** The mean share of each column over the rows with a complete cell, weighted by the sizes of the rows. */
  readonly means: readonly (number | null)[];
}

export interface RetentionShape {
  /** Column headings: `Week 0`, `Week 1`. */
  readonly columns: readonly string[];
  readonly groups: readonly RetentionGroup[];
}

interface Row {
  readonly values?: readonly { readonly count?: number; readonly label?: string }[];
  readonly date?: string;
  readonly breakdown_value?: unknown;
}

/** The minimum number of people for a reliable comparison of breakdown values. */
const ENOUGH_PEOPLE = 30;

/**
 * The breakdown value with the highest retention in the period after the first one; null if there are no values to
 * compare.
 */
export function bestReturn({ columns, groups }: RetentionShape): {
  readonly label: string;
  readonly share: number;
  readonly column: string;
} | null {
  const [, column] = columns;
  const rated = groups.flatMap(({ label, rows, means: [, share = null] }) => {
    const people = rows.reduce((sum, { size }) => sum + size, 0);
    return share === null || people < ENOUGH_PEOPLE ? [] : [{ label, share }];
  });
  const [best] = rated.sort((one, other) => other.share - one.share);
  if (column === undefined || best === undefined || rated.length < 2) return null;
  return { ...best, column };
}

/** Converts the response to a `RetentionQuery` into tables. */
export function shapeRetention(query: RetentionQuery, response: ResponseFields): RetentionShape {
  const found = Array.isArray(response.results) ? (response.results as readonly Row[]) : [];
  const columns = (found[0]?.values ?? []).map(({ label }) => label ?? '');
  const byValue = new Map<string, Row[]>();
  for (const row of found) {
    const key = JSON.stringify(row.breakdown_value ?? null);
    byValue.set(key, [...(byValue.get(key) ?? []), row]);
  }
  const isRunning = isRangeRunning(response);
  return {
    columns,
    groups: [...byValue.values()].map((rows) => groupOf(query, rows, isRunning)),
  };
}

function groupOf(query: RetentionQuery, found: readonly Row[], isRunning: boolean): RetentionGroup {
  const value = found[0]?.breakdown_value ?? null;
  const rows = found.map((row, interval) =>
    rowOf(query, row, { interval, last: found.length - 1, isRunning }),
  );
  return {
    label: value === null ? 'All' : breakdownWords(value),
    breakdown: value === null ? undefined : [value].flat().map(String),
    rows,
    means: (found[0]?.values ?? []).map((_, column) => meanOf(rows, column)),
  };
}

interface Place {
  readonly interval: number;
  readonly last: number;
  readonly isRunning: boolean;
}

function rowOf(query: RetentionQuery, { values = [], date = '' }: Row, place: Place): RetentionRow {
  const counts = values.map(({ count }) => count ?? 0);
  const size = counts[0] ?? 0;
  const isOfBefore = query.retentionFilter.retentionReference === 'previous';
  return {
    label: bucketWords(date, undefined, periodOf(query)).tick,
    interval: place.interval,
    size,
    cells: counts.map((count, column) => {
      const whole = isOfBefore && column > 0 ? (counts[column - 1] ?? 0) : size;
      const share = whole === 0 ? null : count / whole;
      return { count, share, state: stateOf(query, column, place) };
    }),
  };
}

/**
 * Consecutive rows are one interval apart, so the time of a cell is the start of the first row plus the index of its
 * row and the offset of its column.
 */
function stateOf(
  { retentionFilter }: RetentionQuery,
  column: number,
  { interval, last, isRunning }: Place,
): RetentionCell['state'] {
  const brackets = retentionFilter.retentionCustomBrackets ?? [];
  const [begin, end] = bracketOf(brackets, column);
  if (interval + begin > last) return 'future';
  const isComplete = interval + end < last || (interval + end === last && !isRunning);
  return isComplete ? 'done' : 'running';
}

/** The offsets from the start of a row that a column covers, in intervals. */
function bracketOf(brackets: readonly number[], column: number): readonly [number, number] {
  const size = brackets[column - 1];
  if (size === undefined) return [column, column];
  const begin = brackets.slice(0, column - 1).reduce((sum, length) => sum + length, 1);
  return [begin, begin + size - 1];
}

function meanOf(rows: readonly RetentionRow[], column: number): number | null {
  let [part, whole] = [0, 0];
  for (const { cells, size } of rows) {
    const cell = cells[column];
    if (cell === undefined || cell.share === null || cell.state !== 'done') continue;
    part += cell.share * size;
    whole += size;
  }
  return whole === 0 ? null : part / whole;
}

/** The period of the rows and columns as an interval. */
function periodOf({ retentionFilter }: RetentionQuery): 'hour' | 'day' | 'week' | 'month' {
  const periods = { Hour: 'hour', Day: 'day', Week: 'week', Month: 'month' } as const;
  return periods[retentionFilter.period ?? 'Day'];
}

interface CellPoint {
  readonly title: string;
  readonly interval: number;
  readonly column: number;
  readonly breakdown: readonly string[] | undefined;
  readonly value: number;
}

/** The people of a row who returned in a column (`docs/wire/insights-others.md#retention-actors`). */
export function peopleBehindCell(query: RetentionQuery, point: CellPoint): PeopleBehind {
  const { title, interval, column, breakdown, value } = point;
  return {
    title,
    source: {
      kind: 'InsightActorsQuery',
      source: query,
      interval,
      ...(breakdown === undefined ? {} : { breakdown }),
    },
    where: `source.${periodOf(query)}_${column}`,
    clicked: value,
    comparable: 'people',
  };
}
