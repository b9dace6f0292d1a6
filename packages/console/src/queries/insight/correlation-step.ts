import { exclusionsOf, setFunnel } from './change-funnel';
import { seriesName } from './series-names';
import type { FunnelsQuery } from './types';

/** A step at which people are compared: those who reached it, with those who dropped off before it. */
export interface ComparedStep {
  /** From 2. */
  readonly number: number;
  readonly name: string;
}

/** The steps of a funnel that can be compared one by one: none where the steps have no order, or are only two. */
export function comparedSteps({ series, funnelsFilter }: FunnelsQuery): readonly ComparedStep[] {
  if (funnelsFilter?.funnelOrderType === 'unordered' || series.length <= 2) return [];
  return series.flatMap((node, index) =>
    index === 0 || node.optionalInFunnel === true
      ? []
      : [{ number: index + 1, name: seriesName(node) }],
  );
}

/** The funnel up to a step, and the step that people must have reached to be compared. */
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
