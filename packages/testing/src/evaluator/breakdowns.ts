import { numberOf, propertyOf, textOf } from './filters';
import type { LocalEvent } from './model';

/** A property by whose values an insight is split; a string names a property of events. */
export type Breakdown =
  | string
  | {
      readonly property: string;
      readonly type?: string;
      readonly group_type_index?: number;
      readonly histogram_bin_count?: number;
      readonly normalize_url?: boolean;
    };

/**
 * Returns a function that reads the breakdown values of an event, one text per breakdown; `missing` where an event has
 * no value.
 *
 * @param all the events whose values determine the bins of a histogram
 */
export function valuesBy(
  breakdowns: readonly Breakdown[],
  all: readonly LocalEvent[],
  missing: string,
): (event: LocalEvent) => string[] {
  const readers = breakdowns.map((one) => readerOf(one, all));
  return (event) => readers.map((read) => read(event) || missing);
}

function readerOf(
  given: Breakdown,
  all: readonly LocalEvent[],
): (event: LocalEvent) => string | null {
  const breakdown = typeof given === 'string' ? { property: given } : given;
  const { property, type = 'event', group_type_index: group } = breakdown;
  const raw = (event: LocalEvent): unknown => propertyOf(event, type, property, group);
  if (breakdown.histogram_bin_count !== undefined) {
    return binReader(raw, all, breakdown.histogram_bin_count);
  }
  if (breakdown.normalize_url !== true) return (event) => textOf(raw(event));
  return (event) => {
    const text = textOf(raw(event));
    return text === null ? null : text.replace(/(?<![/?#])[/?#]+$/, '') || '/';
  };
}

/** Sorts numbers into bins of equal width, from the smallest number of `all` to the largest. */
function binReader(
  raw: (event: LocalEvent) => unknown,
  all: readonly LocalEvent[],
  bins: number,
): (event: LocalEvent) => string | null {
  const numbers = all.map((event) => numberOf(raw(event))).filter((value) => value !== null);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const width = (high - low) / bins;
  return (event) => {
    const value = numberOf(raw(event));
    if (value === null) return null;
    if (width === 0) return `[${low},${low + 0.01}]`;
    const edges = Array.from({ length: bins + 1 }, (_, at) => low + at * width);
    const at = edges.findLastIndex((edge, index) => index < bins && edge <= value);
    const end = (edges[at + 1] ?? 0) + (at === bins - 1 ? 0.01 : 0);
    return `[${edges[at] ?? 0},${end}]`;
  };
}
