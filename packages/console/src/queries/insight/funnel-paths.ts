import { newPaths } from './new-insight';
import { seriesName } from './series-names';
import type { FunnelsQuery, PathsQuery } from './types';

/** The paths of the people who dropped off before a step of a funnel. Steps count from 1. */
export function pathsInstead(query: FunnelsQuery, step: number): PathsQuery {
  const { breakdownFilter: _, compareFilter: __, ...funnelSource } = query;
  const { dateRange } = query;
  return {
    ...newPaths(),
    ...(dateRange !== undefined && { dateRange }),
    pathsFilter: { includeEventTypes: ['$pageview', 'custom_event'], stepLimit: 5, edgeLimit: 50 },
    funnelPathsFilter: {
      funnelPathType: 'funnel_path_after_step',
      funnelStep: -step,
      funnelSource,
    },
  };
}

/** Describes whose paths a query shows if it is limited to the people of a funnel; null for the paths of all people. */
export function funnelPathsWords({ funnelPathsFilter: filter }: PathsQuery): string | null {
  if (filter === undefined || filter === null) return null;
  const step = filter.funnelStep ?? 0;
  const node = filter.funnelSource.series[Math.abs(step) - 1];
  const name = node === undefined ? 'a step of a funnel' : seriesName(node);
  const who = step < 0 ? `who dropped off before ${name}` : `who reached ${name}`;
  const part = {
    funnel_path_after_step: step < 0 ? 'from their last step on' : 'from this step on',
    funnel_path_before_step: 'before this step',
    funnel_path_between_steps: 'between the step before and this one',
  }[filter.funnelPathType];
  return `Paths of people ${who}, ${part}.`;
}
