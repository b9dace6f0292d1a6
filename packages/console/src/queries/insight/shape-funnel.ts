import { breakdownWords, seriesName } from './series-names';
import type { FunnelsQuery } from './types';

/** A step of a funnel. */
interface FunnelStep {
  readonly name: string;
  readonly count: number;
  /** The share of the people of the first step, from 0 to 1. */
  readonly shareOfFirst: number;
  /** The share of the people of the previous step, from 0 to 1; 1 at the first step. */
  readonly shareOfBefore: number;
  /** The number of actors who reached the previous step but not this one; 0 at the first step. */
  readonly dropped: number;
  /** The median of the seconds since the previous step; null at the first step, and if no actor took the step. */
  readonly medianSeconds: number | null;
}

/** A funnel of all actors, or of those with one breakdown value. */
export interface Funnel {
  readonly label: string;
  /** The breakdown value in the wire format; undefined without a breakdown. */
  readonly breakdown: unknown;
  /** Which of the two compared periods the funnel belongs to; null without a comparison. */
  readonly compare: 'current' | 'previous' | null;
  readonly steps: readonly FunnelStep[];
}

interface Step {
  readonly name?: string | null;
  readonly custom_name?: string | null;
  readonly count?: number;
  readonly median_conversion_time?: number | null;
  readonly breakdown?: unknown;
  readonly breakdown_value?: unknown;
  readonly compare_label?: 'current' | 'previous';
}

/**
 * Converts the response to a `FunnelsQuery` into a list of funnels: one, or one per breakdown value, and as many again
 * for a compared period.
 */
export function shapeFunnels(query: FunnelsQuery, results: unknown): readonly Funnel[] {
  if (!Array.isArray(results) || results.length === 0) return [];
  const lists = Array.isArray(results[0])
    ? (results as readonly (readonly Step[])[])
    : byPeriod(results as readonly Step[]);
  return lists.map((steps) => {
    const [first] = steps;
    const breakdown = first?.breakdown_value;
    const compare = first?.compare_label ?? null;
    // A cohort breakdown value is a pair of name and id.
    const value = typeof breakdown === 'number' ? (first?.breakdown ?? breakdown) : breakdown;
    const label = breakdown === undefined ? 'All' : breakdownWords(value);
    return {
      label: compare === 'previous' ? `${label} (before)` : label,
      breakdown,
      compare,
      steps: steps.map((step, index) => shapeStep(query, steps, step, index)),
    };
  });
}

/** The step before which most actors dropped off, and its position from 1; null if no actor dropped off. */
export function largestDrop({
  steps,
}: Funnel): { readonly step: FunnelStep; readonly place: number } | null {
  const most = Math.max(0, ...steps.map(({ dropped }) => dropped));
  const at = steps.findIndex(({ dropped }) => dropped === most);
  const step = steps[at];
  return most === 0 || step === undefined ? null : { step, place: at + 1 };
}

/** The response lists the steps of both periods one after the other. */
function byPeriod(steps: readonly Step[]): readonly (readonly Step[])[] {
  const before = steps.filter(({ compare_label }) => compare_label === 'previous');
  if (before.length === 0) return [steps];
  return [steps.filter(({ compare_label }) => compare_label !== 'previous'), before];
}

function shapeStep(
  query: FunnelsQuery,
  steps: readonly Step[],
  step: Step,
  index: number,
): FunnelStep {
  const count = step.count ?? 0;
  const first = steps[0]?.count ?? 0;
  const before = index === 0 ? count : (steps[index - 1]?.count ?? 0);
  const node = query.series[index];
  const isUnordered = query.funnelsFilter?.funnelOrderType === 'unordered';
  const name =
    isUnordered || node === undefined ? (step.custom_name ?? step.name) : seriesName(node);
  return {
    name: name ?? 'All events',
    count,
    shareOfFirst: share(count, first),
    shareOfBefore: share(count, before),
    dropped: Math.max(0, before - count),
    medianSeconds: index === 0 ? null : (step.median_conversion_time ?? null),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
