import type { FunnelSettings } from './settings';

/**
 * Rows of actors, one for each breakdown value of an event, in a funnel whose steps may come in any order: the first
 * step to be done has to have the value, whichever it is; those that follow while one was done within the window need
 * not. What comes after an exclusion begins anew.
 *
 * @param period a column over `masks` and `moments`
 */
export function begunByValue({ steps, window }: FunnelSettings, period: string): string {
  const before = (list: string): string => `arrayPushFront(arrayPopBack(${list}), 0)`;
  // 1 when an event counts, 0 when it does not, 2 when it does as the one before it did.
  const state = `multiIf(mask >= ${2 ** steps}, 0, mark = shown, 1, mask = 0 OR last = 0 OR at - last > ${window}, 0, 2)`;
  return `SELECT actor, shown, ts, moments,
      arrayMap((mask, counts) -> if(counts = 1 OR mask >= ${2 ** steps}, mask, 0), given, begun) AS masks,
      ${period} AS period
    FROM (
      SELECT actor, ts, given, moments, shown, arrayFill(state -> state != 2, arrayMap(
        (at, last, mask, mark) -> ${state}, ts, ${before('ts')}, given, marks)) AS begun
      FROM (
        SELECT actor, ts, masks AS given, moments, marks, arrayJoin(arrayDistinct(marks)) AS shown
        FROM ({events})
      )
    )`;
}
