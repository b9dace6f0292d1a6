import { exclusionsOf, setFunnel } from './change-funnel';
import { seriesName } from './series-names';
import type { FunnelsQuery } from './types';

/** A step at which the people who reached it are compared with those who dropped off right before it. */
export interface ComparedStep {
  /** The number of the step, from 2. */
  readonly number: number;
  readonly name: string;
}

/** The steps that can be compared; none for an unordered funnel or a funnel of two steps. */
export function comparedSteps({ series, funnelsFilter }: FunnelsQuery): readonly ComparedStep[] {
  if (funnelsFilter?.funnelOrderType === 'unordered' || series.length <= 2) return [];
  return series.flatMap((node, index) =>
    index === 0 || node.optionalInFunnel === true
      ? []
      : [{ number: index + 1, name: seriesName(node) }],
  );
}

/** Returns the funnel up to a step, and the number of the step that people must have reached to be compared. */
export function funnelUpTo(
  query: FunnelsQuery,
  step: number,
): { readonly funnel: FunnelsQuery; readonly from: number } {
  const series = query.series.slice(0, step);
  const last = series.length - 1;
  const all = exclusionsOf(query);
  const kept = all
    .filter(({ funnelFromStep }) => funnelFromStep < last)
    .map((exclusion) => ({
      ...exclusion,
      funnelToStep: Math.min(exclusion.funnelToStep, last),
    }));
  const exclusions = kept.length === 0 ? undefined : kept;
  const before = series.findLastIndex(
    ({ optionalInFunnel }, index) => index < last && optionalInFunnel !== true,
  );
  return {
    funnel:
      all.length === 0 ? { ...query, series } : setFunnel({ ...query, series }, { exclusions }),
    from: Math.max(0, before) + 1,
  };
}
