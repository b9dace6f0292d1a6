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
  /** An expression whose values go through the funnel instead. */
  readonly actor?: string;
  /** Filters of the whole query. */
  readonly filters?: FilterTree;
}

/** One way through the funnel; `times` are milliseconds, undefined for steps that were not done. */
export interface Run {
  readonly start: number;
  readonly times: readonly (number | undefined)[];
  readonly used: readonly LocalEvent[];
  readonly isStopped: boolean;
}

/** How far an actor came, from 0, and by which run. */
export interface Journey {
  readonly level: number;
  readonly run: Run;
}

/** The rules that decide whether an event is a step of a funnel. */
export interface Rules {
  readonly query: FunnelCase;
  /** Whether an event may count for a step that it matches. */
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

/** Whether an event is the first of a step that wants the first. */
function isInTime({ firstOf }: LocalEvent, { math = '' }: FunnelStep, step: number): boolean {
  return !math.startsWith('first_') || firstOf?.includes(step) === true;
}

export function isWithin(start: number, at: number, { windowSeconds }: FunnelCase): boolean {
  return at - start <= windowSeconds * 1_000;
}
