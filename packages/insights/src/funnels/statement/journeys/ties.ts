import type { Statement } from '@tidemark/hogql';
import { statement } from '../../../hogql-builders/template';
import type { FunnelSettings } from '../../plan/settings';

/**
 * Whether the order of events with equal timestamps matters (`docs/wire/insights-funnels.md#funnel-ties`): where
 * other events break a run, and where one event can match several steps. Otherwise sorting already puts them in the
 * order of their steps.
 */
export function mindsTies({ order, exclusions, hasOverlap }: FunnelSettings): boolean {
  return order !== 'unordered' && (order === 'strict' || exclusions.length > 0 || hasOverlap);
}

/**
 * Rows of actors in which simultaneous events that match different steps are split: one entry per event and step, in
 * the order of the steps. `ords` contains the event of each entry, `mixed` whether the entry was split; exclusions
 * and events without a step are never split.
 *
 * @param rows a SELECT of `actor`, `shown`, `period`, `ts`, `masks`, `buckets`
 */
export function tiesTakenApart(rows: Statement, { steps }: FunnelSettings): Statement {
  const bits = Array.from({ length: steps }, (_, step) => 2 ** step).join(', ');
  const part = (index: number): string => `arrayMap(entry -> entry.${index}, entries)`;
  return statement(
    `SELECT actor, shown, period, ${part(1)} AS ts, ${part(2)} AS masks, ${part(3)} AS ords,
      ${part(4)} AS buckets, ${part(5)} AS mixed
    FROM (
      SELECT actor, shown, period, arraySort(arrayFlatten(arrayMap(
        (item, ord, least, most) -> if(least = most,
          [tuple(item.1, item.2, ord, item.3, 0)],
          arrayMap(bit -> tuple(item.1, bit, ord, item.3, 1),
            arrayFilter(bit -> bitAnd(item.2, bit) != 0, [${bits}]))),
        items, arrayEnumerate(items),
        arrayFill((mask, begins) -> begins, arrayMap(item -> item.2, items), firsts),
        arrayReverseFill((mask, ends) -> ends, arrayMap(item -> item.2, items),
          arrayPushBack(arrayPopFront(firsts), 1))))) AS entries
      FROM (
        SELECT actor, shown, period, items, arrayMap((item, at) -> item.1 != at, items,
          arrayPushFront(arrayPopBack(arrayMap(item -> item.1, items)), 0)) AS firsts
        FROM (
          SELECT actor, shown, period, arraySort(arrayZip(ts, masks, buckets)) AS items FROM ({rows})
        )
      )
    )
    WHERE notEmpty(entries)`,
    { rows },
  );
}
