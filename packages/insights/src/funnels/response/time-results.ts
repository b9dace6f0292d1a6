import type { Rows } from '../../insight/plan';

interface TimeToConvert {
  /**
   * The lower bound of each bin in seconds, and its number of actors; one additional bin contains the longest times.
   */
  readonly bins: readonly (readonly [number, number])[];
  readonly average_conversion_time: number | null;
}

/** @param period the index of a period of the statement, from 0 */
export function timeResults(rows: Rows, period = 0): TimeToConvert {
  const [[, , , low, width, count] = []] = rows;
  const own = rows.filter(([of]) => Number(of) === period);
  const total = own.reduce((sum, [, , actors]) => sum + Number(actors), 0);
  const taken = own.reduce((sum, [, , , , , , seconds]) => sum + Number(seconds), 0);
  const actors = new Map(own.map(([, bin, value]) => [Number(bin), Number(value)]));
  const bins = Array.from(
    { length: rows.length === 0 ? 0 : Number(count) + 1 },
    (_, bin) => [Number(low) + bin * Number(width), actors.get(bin) ?? 0] as const,
  );
  return { bins, average_conversion_time: total === 0 ? null : taken / total };
}
