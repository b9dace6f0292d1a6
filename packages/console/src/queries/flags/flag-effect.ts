import type { Funnel } from '../insight/shape-funnel';
import type { FunnelsQuery } from '../insight/types';

/** How far back requests of a flag are looked at. */
export const EFFECT_DAYS = 30;
/** The quantile of the normal distribution for an interval of 95%. */
const Z = 1.959_964;

/** The people who requested a flag and then sent an event, by the value that they received. */
export function effectQuery(flagKey: string, goal: string): FunnelsQuery {
  return {
    kind: 'FunnelsQuery',
    series: [
      {
        kind: 'EventsNode',
        event: '$feature_flag_called',
        name: '$feature_flag_called',
        properties: [{ type: 'event', key: '$feature_flag', operator: 'exact', value: [flagKey] }],
      },
      { kind: 'EventsNode', event: goal, name: goal },
    ],
    dateRange: { date_from: `-${EFFECT_DAYS}d` },
    breakdownFilter: { breakdown: '$feature_flag_response', breakdown_type: 'event' },
  };
}

/** The later events of the people who received one value of a flag. */
export interface FlagEffect {
  readonly value: string;
  readonly people: number;
  readonly reached: number;
  /** 0 to 1. */
  readonly share: number;
  /** The bounds that hold the share of all such people in 95 of 100 cases. */
  readonly low: number;
  readonly high: number;
}

export function effectsOf(funnels: readonly Funnel[]): readonly FlagEffect[] {
  return funnels.flatMap(({ label, steps }) => {
    const people = steps[0]?.count ?? 0;
    const reached = steps[1]?.count ?? 0;
    if (people === 0) return [];
    return [{ value: label, people, reached, share: reached / people, ...bounds(reached, people) }];
  });
}

/** The interval of Wilson, which also holds for small numbers and for shares near 0 and 1. */
export function bounds(
  reached: number,
  people: number,
): { readonly low: number; readonly high: number } {
  const share = reached / people;
  const square = Z ** 2 / people;
  const middle = (share + square / 2) / (1 + square);
  const half =
    (Z * Math.sqrt((share * (1 - share)) / people + square / (4 * people))) / (1 + square);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The values with the least and the largest share, when their intervals are apart; null when the difference can be chance. */
export function clearDifference(
  effects: readonly FlagEffect[],
): { readonly least: FlagEffect; readonly most: FlagEffect } | null {
  const sorted = effects.toSorted((a, b) => a.share - b.share);
  const [least] = sorted;
  const most = sorted.at(-1);
  if (least === undefined || most === undefined || most.low <= least.high) return null;
  return { least, most };
}
