import type { Breakdown } from './breakdowns';
import type { FilterTree } from './filters';
import type { LocalEvent, Series } from './model';
import { belongs } from './model';

export interface FunnelStep extends Series {
  readonly optionalInFunnel?: boolean;
}

export interface Exclusion extends Series {
  readonly funnelFromStep: number;
  readonly funnelToStep: number;
}

export interface FunnelCase {
  readonly steps: readonly FunnelStep[];
  readonly order: 'ordered' | 'strict' | 'unordered';
  readonly windowSeconds: number;
  readonly exclusions: readonly Exclusion[];
  readonly breakdowns: readonly Breakdown[];
  readonly attribution: 'first_touch' | 'last_touch' | 'all_events' | 'step';
  readonly attributionStep: number;
  readonly limit: number;
  /** Counts groups of the first type instead of persons. */
  readonly ofGroups: boolean;
  /** An expression of the query language: its values are the actors, instead of persons. */
  readonly actor?: string;
  /** Filters of the whole query. */
  readonly filters?: FilterTree;
}

/** One sequence of steps of an actor; `times` are milliseconds since 1970, undefined for steps that were not done. */
export interface Run {
  readonly start: number;
  readonly times: readonly (number | undefined)[];
  readonly used: readonly LocalEvent[];
  readonly isStopped: boolean;
}

/** The last step that an actor reached, counted from 0, and the run that reached it. */
export interface Journey {
  readonly level: number;
  readonly run: Run;
}

/** The rules that decide whether an event is a step of a funnel. */
export interface Rules {
  readonly query: FunnelCase;
  /** Whether an event that matches a step may count for it. */
  readonly mayTake: (event: LocalEvent, step: number) => boolean;
}

export function timestampOf({ at }: LocalEvent): number {
  return Date.parse(`${at.replace(' ', 'T')}Z`);
}

export function stepsOf(event: LocalEvent, { query, mayTake }: Rules): number[] {
  return query.steps.flatMap((node, step) =>
    belongs(event, node) && isInTime(event, node, step) && mayTake(event, step) ? [step] : [],
  );
}

/** Whether an event counts for a step with first-time math: only the first event of an actor does. */
function isInTime({ firstOf }: LocalEvent, { math = '' }: FunnelStep, step: number): boolean {
  return !math.startsWith('first_') || firstOf?.includes(step) === true;
}

export function isWithin(start: number, at: number, { windowSeconds }: FunnelCase): boolean {
  return at - start <= windowSeconds * 1_000;
}
