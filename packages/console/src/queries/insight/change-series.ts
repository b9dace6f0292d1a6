import { defined } from './defined';
import type { SeriesNode, SeriesQuery } from './types';

/** Each function returns a changed copy and keeps all other fields, including fields that the console does not know. */

export function addSeries<Q extends SeriesQuery>(query: Q, node: SeriesNode): Q {
  return { ...query, series: [...query.series, node] };
}

export function changeSeries<Q extends SeriesQuery>(
  query: Q,
  index: number,
  change: Readonly<Record<string, unknown>>,
): Q {
  const series = query.series.map((node, place) =>
    place === index ? defined({ ...node, ...change }) : node,
  );
  return { ...query, series };
}

/** Replaces the event or action of a series; its math, filters and name are kept. */
export function replaceEntity<Q extends SeriesQuery>(query: Q, index: number, node: SeriesNode): Q {
  const before = query.series[index];
  if (before === undefined) return query;
  const kept = Object.entries(before).filter(
    ([key]) => key.startsWith('math') || key === 'properties',
  );
  const replaced = { ...node, ...Object.fromEntries(kept) };
  return { ...query, series: query.series.with(index, replaced) };
}

export function removeSeries<Q extends SeriesQuery>(query: Q, index: number): Q {
  return { ...query, series: query.series.toSpliced(index, 1) };
}

/** Inserts a copy of a series after the original. */
export function duplicateSeries<Q extends SeriesQuery>(query: Q, index: number): Q {
  const node = query.series[index];
  if (node === undefined) return query;
  return { ...query, series: query.series.toSpliced(index + 1, 0, structuredClone(node)) };
}

/** Moves a series by one place; at the end of the list it does nothing. */
export function moveSeries<Q extends SeriesQuery>(query: Q, index: number, by: -1 | 1): Q {
  const node = query.series[index];
  const other = query.series[index + by];
  if (node === undefined || other === undefined) return query;
  return { ...query, series: query.series.with(index, other).with(index + by, node) };
}
