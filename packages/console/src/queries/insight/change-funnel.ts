import { defined } from './defined';
import { setInterval } from './change-insight';
import type { FunnelExclusion, FunnelsFilter, FunnelsQuery, SeriesNode } from './types';

export function setFunnel(query: FunnelsQuery, change: FunnelsFilter): FunnelsQuery {
  return { ...query, funnelsFilter: defined({ ...query.funnelsFilter, ...change }) };
}

/**
 * Sets the form of the result: steps, conversion over time, or time to convert. Only conversion over time has an
 * interval.
 */
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

/** Adds an event or action that excludes people from the funnel; by default between the first and the last step. */
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
