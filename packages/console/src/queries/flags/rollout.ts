import type { ExperimentMetric } from '@tidemark/contracts';
import { isShareMetric } from '../experiments/metric-words';
import { numberWords, shareWords } from '../numbers';

export interface RolloutStep {
  readonly percentage: number;
  readonly minutes: number;
}

interface Side {
  readonly units: number;
  readonly mean: number;
}

export interface RolloutCheck {
  readonly checked_at: string;
  readonly step: number;
  readonly percentage: number;
  readonly action: string;
  readonly reason: string | null;
  readonly exposed: Side | null;
  readonly control: Side | null;
  readonly difference: number | null;
  readonly confidence_interval: readonly [number, number] | null;
  readonly p_value: number | null;
}

/** A guarded rollout (`docs/guarded-rollouts.md`). */
export interface Rollout {
  readonly id: number;
  readonly feature_flag_id: number;
  readonly steps: readonly RolloutStep[];
  readonly metric: ExperimentMetric;
  readonly status: 'running' | 'completed' | 'rolled_back' | 'stopped' | 'failed';
  readonly initial_percentage: number;
  readonly current_step: number | null;
  readonly current_percentage: number;
  readonly next_check_at: string | null;
  readonly ended_at: string | null;
  readonly reason: string | null;
  readonly checks: readonly RolloutCheck[];
  readonly created_at: string;
}

export const ROLLOUT_STATES = {
  running: { tone: 'accent', label: 'running' },
  completed: { tone: 'success', label: 'completed' },
  rolled_back: { tone: 'danger', label: 'rolled back' },
  stopped: { tone: 'plain', label: 'stopped' },
  failed: { tone: 'warning', label: 'ended' },
} as const;

const ACTIONS: Readonly<Record<string, string>> = {
  widen: 'Increased',
  complete: 'Completed',
  turn_back: 'Rolled back',
  wait: 'Waiting',
  failed: 'Failed',
};

/** Describes the decision of a check. */
export function actionWords({ action, reason }: RolloutCheck): string {
  const word = ACTIONS[action] ?? action;
  return reason === null ? word : `${word}: ${reason}`;
}

/** Formats the mean of one side of the comparison and its number of people. */
export function sideWords(metric: ExperimentMetric, side: Side | null): string {
  if (side === null) return '–';
  const isShare = isShareMetric(metric) || countsOnce(metric);
  const mean = isShare ? shareWords(side.mean) : numberWords(side.mean);
  return `${mean} of ${numberWords(side.units)}`;
}

/** Whether a mean is a share of people. */
function countsOnce(metric: ExperimentMetric): boolean {
  return metric.metric_type === 'mean' && metric.source.math === 'dau';
}

/** The metrics that the form offers. */
export const GUARDS = [
  { value: 'errors', label: 'People with an error (fewer is better)' },
  { value: 'conversion', label: 'Conversion to an event (more is better)' },
  { value: 'latency', label: 'Mean of a property, such as a latency (less is better)' },
  { value: 'insight', label: 'Series of a saved insight, per person' },
] as const;

export type Guard = (typeof GUARDS)[number]['value'];

/** The metric for the choices in the form; null if a choice is missing. */
export function guardMetric(
  guard: Guard,
  event: string | null,
  property: string,
): ExperimentMetric | null {
  const kind = 'ExperimentMetric';
  if (event === null) return null;
  const source = { kind: 'EventsNode', event } as const;
  switch (guard) {
    case 'errors':
      return { kind, metric_type: 'mean', goal: 'decrease', source: { ...source, math: 'dau' } };
    case 'conversion':
      return { kind, metric_type: 'funnel', goal: 'increase', series: [source] };
    case 'latency':
      if (property.trim() === '') return null;
      return {
        kind,
        metric_type: 'ratio',
        goal: 'decrease',
        numerator: { ...source, math: 'sum', math_property: property.trim() },
        denominator: { ...source, math: 'total' },
      };
    case 'insight':
      return null;
  }
}

/** The maths that give each person a value, so that a rollout can compare means. */
const MATHS_PER_PERSON: ReadonlySet<unknown> = new Set([
  ...['total', 'dau', 'unique_session', 'sum', 'avg', 'min', 'max', undefined, null],
]);

interface StoredQuery {
  readonly kind?: string;
  readonly source?: StoredQuery;
  readonly series?: readonly { readonly kind: string; readonly math?: string | null }[];
}

/**
 * The metric for the first series of a trends query; null for other kinds, and for maths without a value per person.
 */
export function insightMetric(
  query: unknown,
  name: string,
  goal: 'increase' | 'decrease',
): ExperimentMetric | null {
  const stored = query as StoredQuery | null;
  const trends = stored?.source ?? stored;
  const [node] = trends?.series ?? [];
  const isUsable = trends?.kind === 'TrendsQuery' && MATHS_PER_PERSON.has(node?.math);
  if (!isUsable || (node?.kind !== 'EventsNode' && node?.kind !== 'ActionsNode')) return null;
  const source = node as Extract<ExperimentMetric, { metric_type: 'mean' }>['source'];
  return { kind: 'ExperimentMetric', metric_type: 'mean', name, goal, source };
}

/**
 * Reads steps from a text such as `5, 25, 50, 100`; each step is watched for `minutes`. Null if the text is invalid.
 */
export function stepsOf(text: string, minutes: number): readonly RolloutStep[] | null {
  const percentages = text.split(',').map((part) => Number(part.replace('%', '').trim() || 'x'));
  const isGrowing = percentages.every(
    (share, at) => share > (percentages[at - 1] ?? 0) && share <= 100,
  );
  if (!isGrowing || !(minutes >= 1)) return null;
  return percentages.map((percentage) => ({ percentage, minutes }));
}

const PROPOSED_STEPS = [5, 25, 50, 100];

/** The proposed steps above the current share of a condition, as text for the input; the last step is 100 %. */
export function stepsAbove(present: number): string {
  const wider = PROPOSED_STEPS.filter((step) => step > present);
  return (wider.length === 0 ? [100] : wider).join(', ');
}

/** The reason why the steps cannot be used for a condition whose share is `present` percent; null if they can. */
export function stepProblem(steps: readonly RolloutStep[] | null, present: number): string | null {
  if (steps === null) return 'Enter increasing numbers up to 100, separated by commas.';
  const [first] = steps;
  if (first !== undefined && first.percentage > present) return null;
  return `The first step must be larger than the current rollout of the condition, ${present} %.`;
}
