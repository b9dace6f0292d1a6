import type { Funnel } from '../insight/shape-funnel';
import type { FunnelsQuery } from '../insight/types';

/** The number of past days whose requests of a flag are analysed. */
export const EFFECT_DAYS = 30;
/** The quantile of the normal distribution for a 95 % interval. */
const Z = 1.959_964;

/** A funnel of the people who requested a flag and then sent the event `goal`, by the flag's value. */
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

/** The effect of one value of a flag: how many of the people with it later sent the event. */
export interface FlagEffect {
  readonly value: string;
  readonly people: number;
  readonly reached: number;
  /** From 0 to 1. */
  readonly share: number;
  /** The bounds of the 95 % interval of the share, from 0 to 1. */
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

/** The Wilson interval, which is accurate also for small numbers and for shares near 0 and 1. */
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

/**
 * The values with the smallest and the largest share, if their intervals do not overlap; null if the difference can be
 * chance.
 */
export function clearDifference(
  effects: readonly FlagEffect[],
): { readonly least: FlagEffect; readonly most: FlagEffect } | null {
  const sorted = effects.toSorted((a, b) => a.share - b.share);
  const [least] = sorted;
  const most = sorted.at(-1);
  if (least === undefined || most === undefined || most.low <= least.high) return null;
  return { least, most };
}
