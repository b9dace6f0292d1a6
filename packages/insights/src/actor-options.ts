import type { StickinessQuery, TrendsQuery } from '@tidemark/contracts';
import { ANY_BIN, NULL_BREAKDOWN, OTHER_BREAKDOWN } from './breakdown/markers';
import { readBreakdown } from './breakdown/parts';
import type { LifecycleAnswer } from './lifecycle/plan-lifecycle';
import type { RetentionAnswer } from './retention/plan-retention';
import type { StickinessAnswer } from './stickiness/plan-stickiness';
import type { TrendsAnswer } from './trends/shape/answer';

/** One thing to pick, and what an actors query says for it. */
export interface ActorOption {
  readonly label: string;
  readonly value: string | number;
}

/** What actors of an insight can be asked by (`wire/insights.md` §3.8). */
export interface ActorOptions {
  readonly day?: readonly ActorOption[];
  readonly interval?: readonly ActorOption[];
  readonly status?: readonly ActorOption[];
  readonly series?: readonly ActorOption[];
  readonly breakdown?: readonly ActorOption[];
  /** One list per part of a breakdown by several properties. */
  readonly breakdowns?: readonly { readonly values: readonly ActorOption[] }[];
  readonly compare?: readonly ActorOption[];
}

const PERIODS: readonly ActorOption[] = [
  { label: 'Current', value: 'current' },
  { label: 'Previous', value: 'previous' },
];

const STATUSES = ['Dormant', 'New', 'Resurrecting', 'Returning'];

/** Stands for a histogram's events of any value. */
const ALL_BINS: ActorOption = { label: 'all values', value: ANY_BIN };

/** The lines that formulas are made of: it is those that have actors. */
export function withoutFormulas(query: TrendsQuery): TrendsQuery {
  const trendsFilter = { ...query.trendsFilter, formula: null, formulas: null, formulaNodes: null };
  return { ...query, trendsFilter };
}

/** @param answer to the query without its formulas, whose lines are the series */
export function trendsOptions(query: TrendsQuery, answer: TrendsAnswer): ActorOptions {
  const { results } = answer;
  const plan = readBreakdown(query.breakdownFilter);
  const [first] = results;
  const values = results.map(({ breakdown_value }) => breakdown_value);
  return {
    day: optionsOf(first?.labels ?? [], first?.days ?? []),
    series: seriesOf(results.map(({ action, order }) => [action?.['name'], order] as const)),
    ...(plan.kind === 'cohorts' && {
      breakdown: distinct(
        results.map(({ breakdown_value, label }) => option(label, breakdown_value)),
      ),
    }),
    ...(plan.kind === 'properties' &&
      !plan.isList && {
        breakdown: [
          ...distinct(values.map((value) => option(null, value))),
          ...(plan.parts.some(({ bins }) => bins !== null) ? [ALL_BINS] : []),
        ],
      }),
    ...(plan.kind === 'properties' &&
      plan.isList && {
        breakdowns: plan.parts.map((_, part) => ({
          values: distinct(
            values.map((value) => option(null, Array.isArray(value) ? String(value[part]) : value)),
          ),
        })),
      }),
    ...(query.compareFilter?.compare === true && { compare: PERIODS }),
  };
}

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
    ...(query.compareFilter?.compare === true && { compare: PERIODS }),
  };
}

export function retentionOptions({ results }: RetentionAnswer): ActorOptions {
  const labels = [...new Set(results.map(({ label }) => label))];
  return { interval: labels.map((label, value) => ({ label, value })) };
}

function optionsOf(
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

function option(label: string | null, value: unknown): ActorOption {
  const plain = typeof value === 'number' ? value : String(value);
  return { label: label ?? labelOf(String(plain)), value: plain };
}

function labelOf(value: string): string {
  if (value === NULL_BREAKDOWN) return 'None (i.e. no value)';
  return value === OTHER_BREAKDOWN ? 'Other (i.e. all remaining values)' : value;
}

function distinct(options: readonly ActorOption[]): readonly ActorOption[] {
  return [...new Map(options.map((one) => [one.value, one])).values()];
}
