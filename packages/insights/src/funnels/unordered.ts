import type { Columns } from './columns';
import type { FunnelSettings } from './settings';

/**
 * The funnel whose steps may come in any order (`wire/insights.md` §4.3): a window may begin with any step's
 * event, and holds as many steps as have an event in it. `n{k}` is for each event when step k happens next.
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
        : `arrayMap((list, mask, moment) -> if(${begins}, length(list), 0), found, masks, moments)`,
    ],
    ['best', 'arrayMax(arrayPushBack(sizes, 0))'],
  ];
  if (exclusions.length === 0) {
    columns.push(['place', 'indexOf(sizes, best)']);
  } else {
    const excludes = exclusions.map((_, index) => `bitTest(mask, ${steps + index})`).join(' OR ');
    columns.push(
      ['stops', next(`(${excludes})`)],
      [
        'place',
        `arrayFirstIndex((size, at, stop, list) -> size = best AND NOT (stop != 0 AND stop - at <= ${window}
           AND (size < ${steps} OR stop < list[-1])), sizes, ts, stops, found)`,
      ],
    );
  }
  columns.push(
    ['level', 'best - 1'],
    ['start', 'if(best = 0 OR place = 0, 0, ts[place])'],
    ['times', 'found[place]'],
  );
  return columns;
}
