import type { StickinessQuery } from '@tidemark/contracts';
import type { LifecycleAnswer } from './lifecycle/plan-lifecycle';
import type { RetentionAnswer } from './retention/plan-retention';
import type { StickinessAnswer } from './stickiness/plan-stickiness';

/** One thing to pick, and what an actors query says for it. */
export interface ActorOption {
  readonly label: string;
  readonly value: string | number;
}

/** What actors of an insight can be asked by (`wire/insights.md` §3.8). */
export interface ActorOptions {
  /** Null where a number stands for the whole period. */
  readonly day?: readonly ActorOption[] | null;
  readonly interval?: readonly ActorOption[];
  readonly status?: readonly ActorOption[];
  readonly series?: readonly ActorOption[];
  readonly breakdown?: readonly ActorOption[];
  /** One list per part of a breakdown by several properties. */
  readonly breakdowns?: readonly { readonly values: readonly ActorOption[] }[];
  readonly compare?: readonly ActorOption[];
}

export const PERIOD_OPTIONS: readonly ActorOption[] = [
  { label: 'Current', value: 'current' },
  { label: 'Previous', value: 'previous' },
];

const STATUSES = ['Dormant', 'New', 'Resurrecting', 'Returning'];

export function lifecycleOptions({ results }: LifecycleAnswer): ActorOptions {
  const [first] = results;
  return {
    day: optionsOf(first?.labels ?? [], first?.days ?? []),
    status: STATUSES.map((label) => ({ label, value: label.toLowerCase() })),
  };
}

export function stickinessOptions(query: StickinessQuery, answer: StickinessAnswer): ActorOptions {
  const [first] = answer.results;
  return {
    day: optionsOf(first?.labels ?? [], first?.days ?? []),
    series: seriesOf(answer.results.map(({ label, action }) => [label, action['order']] as const)),
    ...(query.compareFilter?.compare === true && { compare: PERIOD_OPTIONS }),
  };
}

export function retentionOptions({ results }: RetentionAnswer): ActorOptions {
  const labels = [...new Set(results.map(({ label }) => label))];
  return { interval: labels.map((label, value) => ({ label, value })) };
}

export function optionsOf(
  labels: readonly string[],
  values: readonly (string | number)[],
): readonly ActorOption[] {
  return values.map((value, at) => ({ label: labels[at] ?? String(value), value }));
}

function seriesOf(
  series: readonly (readonly [name: unknown, index: unknown])[],
): readonly ActorOption[] {
  return distinct(series.map(([name, index]) => ({ label: String(name), value: Number(index) })));
}

export function distinct(options: readonly ActorOption[]): readonly ActorOption[] {
  return [...new Map(options.map((one) => [one.value, one])).values()];
}
