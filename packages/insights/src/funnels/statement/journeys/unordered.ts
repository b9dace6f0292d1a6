import type { Statement } from '@tidemark/hogql';
import { statement } from '../../../hogql-builders/template';
import type { Columns } from '../../../hogql-builders/with-columns';
import type { FunnelSettings } from '../../plan/settings';

/**
 * The funnel whose steps may occur in any order (`docs/wire/insights-funnels.md#funnel-unordered`): a window may
 * begin with an event of any step, and contains as many steps as have an event in it. A window with an exclusion
 * before it is complete does not count; later windows may. `n{k}` is for each event the next time of step k.
 */
export function unorderedColumns(
  { steps, window, exclusions }: FunnelSettings,
  isInPeriod: string | null,
): Columns {
  const all = Array.from({ length: steps }, (_, step) => step);
  const next = (test: string): string =>
    `arrayReverseFill(at -> at != 0, arrayMap((at, mask) -> if(${test}, at, 0), ts, masks))`;
  const isStep = all.map((step) => `bitTest(mask, ${step})`).join(' OR ');
  const begins = isInPeriod === null ? `(${isStep})` : `(${isStep}) AND ${isInPeriod}`;
  const within = `arrayMap((at${all.map((step) => `, next${step}`).join('')}) ->
    arraySort(arrayFilter(next -> next != 0 AND next - at <= ${window}, [${all.map((step) => `next${step}`).join(', ')}])),
    ts${all.map((step) => `, n${step}`).join('')})`;
  const columns: [string, string][] = [
    ...all.map((step): [string, string] => [`n${step}`, next(`bitTest(mask, ${step})`)]),
    ['found', within],
    [
      'sizes',
      isInPeriod === null
        ? `arrayMap((list, mask) -> if(${begins}, length(list), 0), found, masks)`
        : `arrayMap((list, mask, bucket) -> if(${begins}, length(list), 0), found, masks, buckets)`,
    ],
  ];
  const counted = exclusions.length === 0 ? 'sizes' : 'clean';
  if (exclusions.length > 0) {
    const excludes = exclusions.map((_, index) => `bitTest(mask, ${steps + index})`).join(' OR ');
    columns.push(
      ['stops', next(`(${excludes})`)],
      [
        'clean',
        `arrayMap((size, at, stop, list) -> if(stop != 0 AND stop - at <= ${window}
           AND (size < ${steps} OR stop < list[-1]), 0, size), sizes, ts, stops, found)`,
      ],
    );
  }
  columns.push(
    ['best', `arrayMax(arrayPushBack(${counted}, 0))`],
    ['place', `indexOf(${counted}, best)`],
    ['level', 'best - 1'],
    ['start', 'if(best = 0, 0, ts[place])'],
    ['times', 'found[place]'],
  );
  return columns;
}

/**
 * Rows of actors whose events match one step each, for steps that can match the same events: of the steps that an
 * event matches, the one whose last event is the oldest, and the first of several that have none in the window. An
 * exclusion ends everything before it.
 *
 * @param rows a SELECT of `actor`, `shown`, `period`, `ts`, `masks`, `buckets`
 */
export function oneStepEach(rows: Statement, { steps, window }: FunnelSettings): Statement {
  const places = Array.from({ length: steps }, (_, step) => step);
  const all = 2 ** steps - 1;
  const numbered = `[${places.map((step) => step + 1).join(', ')}]`;
  const lasts = `arrayMap(last -> if(at - last <= ${window}, last, 0), arraySlice(seen, 1, ${steps}))`;
  // Steps that the event does not match sort after all others.
  const place = `arrayMap(ranks -> indexOf(ranks, arrayMin(ranks)), [arrayMap(
    (last, step) -> if(bitTest(mask, step), last, at + 1), lasts, [${places.join(', ')}])])[1]`;
  // The state of a fold is one list: the last time of each step, followed by the masks so far.
  const fold = `(seen, at, mask) -> arrayMap((lasts) -> arrayMap(place -> arrayConcat(
      arrayMap((last, step) -> if(mask > ${all}, 0, if(step = place, at, last)), lasts, ${numbered}),
      arraySlice(seen, ${steps + 1}),
      [assumeNotNull(toIntOrZero(if(place = 0, 0, [${places.map((step) => 2 ** step).join(', ')}][place]) + mask - bitAnd(mask, ${all})))]
    ), [if(bitAnd(mask, ${all}) = 0, 0, ${place})])[1], [${lasts}])[1]`;
  return statement(
    `SELECT actor, shown, period, ts, buckets,
      arraySlice(arrayFold(${fold}, ts, masks, arrayMap(step -> toIntOrZero(0), ${numbered})), ${steps + 1}) AS masks
    FROM ({rows})`,
    { rows },
  );
}
