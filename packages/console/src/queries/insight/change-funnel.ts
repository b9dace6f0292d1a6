import { defined } from './defined';
import { setInterval } from './change-insight';
import type { FunnelExclusion, FunnelsFilter, FunnelsQuery, SeriesNode } from './types';

export function setFunnel(query: FunnelsQuery, change: FunnelsFilter): FunnelsQuery {
  return { ...query, funnelsFilter: defined({ ...query.funnelsFilter, ...change }) };
}

/** Steps, conversion over time, or how long it took; over time it has an interval. */
export function setFunnelView(
  query: FunnelsQuery,
  funnelVizType: NonNullable<FunnelsFilter['funnelVizType']>,
): FunnelsQuery {
  const changed = setFunnel(query, {
    funnelVizType: funnelVizType === 'steps' ? undefined : funnelVizType,
  });
  return funnelVizType === 'trends' && changed.interval === undefined
    ? setInterval(changed, 'day')
    : changed;
}

/** An event or action that takes people out of the funnel, between the first and the last step at first. */
export function addExclusion(query: FunnelsQuery, node: SeriesNode): FunnelsQuery {
  if (node.kind !== 'EventsNode' && node.kind !== 'ActionsNode') return query;
  const range = { funnelFromStep: 0, funnelToStep: Math.max(1, query.series.length - 1) };
  return setExclusions(query, [...exclusionsOf(query), { ...node, ...range }]);
}

export function changeExclusion(
  query: FunnelsQuery,
  index: number,
  change: Partial<Pick<FunnelExclusion, 'funnelFromStep' | 'funnelToStep'>>,
): FunnelsQuery {
  const list = exclusionsOf(query).map((entry, place) =>
    place === index ? { ...entry, ...change } : entry,
  );
  return setExclusions(query, list);
}

export function removeExclusion(query: FunnelsQuery, index: number): FunnelsQuery {
  return setExclusions(query, exclusionsOf(query).toSpliced(index, 1));
}

export function exclusionsOf(query: FunnelsQuery): readonly FunnelExclusion[] {
  return query.funnelsFilter?.exclusions ?? [];
}

function setExclusions(query: FunnelsQuery, list: readonly FunnelExclusion[]): FunnelsQuery {
  return setFunnel(query, { exclusions: list.length === 0 ? undefined : [...list] });
}
