import type { Rows } from '../insight/plan';
import { asList } from '../insight/plan';
import { NULL_BREAKDOWN, OTHER_BREAKDOWN } from './markers';

/** A line's values for one breakdown value, by bucket key. */
export interface LineValues {
  /** One text per part of the breakdown; one empty text without a breakdown. */
  readonly breakdown: readonly string[];
  readonly values: ReadonlyMap<string, number>;
  readonly total: number;
}

/** A line without rows. */
export const NO_VALUES: LineValues = { breakdown: [''], values: new Map(), total: 0 };

/** Rows of the composed statement by line; the rows of a line are in the order of the response. */
export function readRows(rows: Rows): Map<number, LineValues[]> {
  const lines = new Map<number, LineValues[]>();
  for (const [line, breakdown, keys, points] of rows) {
    const values = new Map<string, number>();
    const list = asList(points).map(Number);
    asList(keys).forEach((key, index) => values.set(String(key), list[index] ?? 0));
    const read = {
      breakdown: asList(breakdown).map(String),
      values,
      total: list.reduce((sum, value) => sum + value, 0),
    };
    const known = lines.get(Number(line));
    if (known === undefined) lines.set(Number(line), [read]);
    else known.push(read);
  }
  for (const values of lines.values()) values.sort(byRank);
  return lines;
}

type Ranked = Pick<LineValues, 'breakdown' | 'total'>;

function byRank(one: Ranked, other: Ranked): number {
  return byTotal(one, other) || compareTexts(one.breakdown.join('::'), other.breakdown.join('::'));
}

/**
 * Compares real values by their total; values with a missing part follow, then all others
 * (`docs/wire/insights-trends.md#breakdown-order`).
 */
export function byTotal(one: Ranked, other: Ranked): number {
  return rankOf(one.breakdown) - rankOf(other.breakdown) || other.total - one.total;
}

function rankOf(breakdown: readonly string[]): number {
  if (isOther(breakdown)) return 2;
  return breakdown.includes(NULL_BREAKDOWN) ? 1 : 0;
}

export function isOther(breakdown: readonly string[]): boolean {
  return breakdown.length > 0 && breakdown.every((part) => part === OTHER_BREAKDOWN);
}

export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
