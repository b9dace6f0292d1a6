import type { ExperimentMetric } from '@tidemark/contracts';

export type { ExperimentMetric };

/** A metric with the id that the server assigned. */
export type Metric = ExperimentMetric;

export type Status = 'draft' | 'running' | 'paused' | 'stopped';

export interface Variant {
  readonly key: string;
  readonly name?: string | null;
  /** The percentage of participants who get this variant. */
  readonly rollout_percentage: number;
}

/** The fields of `stats_config` that the console edits; other fields are kept. */
export interface StatsConfig {
  readonly method?: 'bayesian' | 'frequentist' | null;
  readonly baseline_variant_key?: string | null;
  readonly frequentist?: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

/** The fields of `exposure_criteria` that the console edits. */
interface ExposureCriteria {
  readonly filterTestAccounts?: boolean | null;
  readonly multiple_variant_handling?: 'exclude' | 'first_seen' | null;
  readonly exposure_config?: {
    readonly kind: string;
    readonly event?: string;
    readonly [field: string]: unknown;
  } | null;
  readonly [field: string]: unknown;
}

interface SavedMetricUse {
  readonly saved_metric: number;
  readonly name: string;
  readonly metadata: { readonly type?: string };
  readonly query: Metric;
}

/** The fields of a stored experiment that the console reads (`docs/wire/experiments.md#experiment-body`). */
export interface Experiment {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly status: Status;
  readonly feature_flag_key: string;
  readonly feature_flag: {
    readonly id: number;
    readonly key: string;
    readonly filters: {
      readonly multivariate?: { readonly variants: readonly Variant[] } | null;
      readonly aggregation_group_type_index?: number | null;
      readonly [field: string]: unknown;
    };
  };
  readonly parameters: Readonly<Record<string, unknown>> | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly metrics: readonly Metric[];
  readonly metrics_secondary: readonly Metric[];
  readonly saved_metrics: readonly SavedMetricUse[];
  readonly stats_config: StatsConfig | null;
  readonly exposure_criteria: ExposureCriteria | null;
  readonly exposure_cohort: number | null;
  readonly only_count_matured_users: boolean;
  readonly holdout: { readonly id: number; readonly name: string } | null;
  readonly conclusion: string | null;
  readonly conclusion_comment: string | null;
  readonly archived: boolean;
  readonly created_by: { readonly email: string } | null;
  readonly created_at: string;
}

export interface Holdout {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly filters: readonly { readonly rollout_percentage: number }[];
}

export interface SavedMetric {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly query: Metric;
}

/** The fields of an experiment that the form edits. */
export interface ExperimentDraft {
  readonly name: string;
  readonly description: string;
  readonly flagKey: string;
  readonly variants: readonly Variant[];
  /** The percentage of all people who take part; null does not change the flag. */
  readonly rollout: number | null;
  readonly metrics: readonly Metric[];
  readonly secondary: readonly Metric[];
  readonly shared: readonly { readonly id: number; readonly type: 'primary' | 'secondary' }[];
  readonly exposure: ExposureCriteria;
  readonly stats: StatsConfig;
  readonly holdoutId: number | null;
  readonly onlyMatured: boolean;
}

export const NEW_EXPERIMENT: ExperimentDraft = {
  name: '',
  description: '',
  flagKey: '',
  variants: [
    { key: 'control', rollout_percentage: 50 },
    { key: 'test', rollout_percentage: 50 },
  ],
  rollout: 100,
  metrics: [],
  secondary: [],
  shared: [],
  exposure: { filterTestAccounts: true },
  stats: { method: 'bayesian' },
  holdoutId: null,
  onlyMatured: false,
};

/** A draft that uses an existing flag with its variants and does not change the flag. */
export function draftWithFlag(
  draft: ExperimentDraft,
  flag: {
    readonly key: string;
    readonly filters: { readonly multivariate?: { readonly variants?: readonly Variant[] } | null };
  },
): ExperimentDraft {
  const variants = flag.filters.multivariate?.variants ?? draft.variants;
  return { ...draft, flagKey: flag.key, variants, rollout: null };
}

/** Whether the draft of a new experiment uses an existing flag, which keeps its own rollout. */
export function usesExistingFlag({ rollout }: ExperimentDraft): boolean {
  return rollout === null;
}

/** Whether an experiment can use the flag: it needs variants with one that is called `control`. */
export function canBeCompared(flag: {
  readonly filters: { readonly multivariate?: { readonly variants?: readonly Variant[] } | null };
}): boolean {
  return (flag.filters.multivariate?.variants ?? []).some(({ key }) => key === 'control');
}

export function draftOfExperiment(experiment: Experiment): ExperimentDraft {
  return {
    name: experiment.name,
    description: experiment.description ?? '',
    flagKey: experiment.feature_flag_key,
    variants: variantsOfExperiment(experiment),
    rollout: null,
    metrics: experiment.metrics,
    secondary: experiment.metrics_secondary,
    shared: experiment.saved_metrics.map(({ saved_metric: id, metadata }) => ({
      id,
      type: metadata.type === 'secondary' ? 'secondary' : 'primary',
    })),
    exposure: experiment.exposure_criteria ?? {},
    stats: experiment.stats_config ?? {},
    holdoutId: experiment.holdout?.id ?? null,
    onlyMatured: experiment.only_count_matured_users,
  };
}

export function variantsOfExperiment({ feature_flag: flag }: Experiment): readonly Variant[] {
  return flag.filters.multivariate?.variants ?? [];
}

/** The reasons why the draft cannot be saved; empty if it can. */
export function experimentProblems(draft: ExperimentDraft, isNew: boolean): readonly string[] {
  const { name, flagKey, variants, metrics, secondary } = draft;
  const keys = variants.map(({ key }) => key.trim());
  const share = variants.reduce((sum, variant) => sum + variant.rollout_percentage, 0);
  const incomplete = [...metrics, ...secondary].some((metric) => missingInMetric(metric) !== null);
  return [
    ...(name.trim() === '' ? ['Enter a name for the experiment.'] : []),
    ...(isNew && flagKey.trim() === '' ? ['Enter a key for the flag, or choose a flag.'] : []),
    ...(keys.length < 2 ? ['An experiment compares at least two variants.'] : []),
    ...(keys.includes('control') ? [] : ['One variant must have the key control.']),
    ...(new Set(keys).size < keys.length || keys.includes('')
      ? ['Each variant needs a unique key.']
      : []),
    ...(Math.abs(share - 100) > 0.01 ? [`The split adds up to ${share} %; it must be 100 %.`] : []),
    ...(incomplete ? ['Complete the metrics, or remove those that are not needed.'] : []),
  ];
}

type Source = Extract<Metric, { readonly metric_type: 'mean' }>['source'];

const PROPERTY_MATHS: ReadonlySet<unknown> = new Set(['sum', 'avg', 'min', 'max']);

/** The choice that a metric still lacks; null if it is complete. */
export function missingInMetric(metric: Metric): string | null {
  if (metric.metric_type === 'funnel' && metric.series.length === 0) return 'Add a step.';
  const isIncomplete = (source: Source): boolean =>
    (source.kind === 'EventsNode' && (source.event ?? '') === '') ||
    (PROPERTY_MATHS.has(source.math) && !source.math_property);
  return sourcesOf(metric).some(isIncomplete)
    ? 'Choose the event or action, and its property.'
    : null;
}

/** The events and actions of a metric. */
function sourcesOf(metric: Metric): readonly Source[] {
  switch (metric.metric_type) {
    case 'mean':
      return [metric.source];
    case 'funnel':
      return metric.series;
    case 'ratio':
      return [metric.numerator, metric.denominator];
    case 'retention':
      return [metric.start_event, metric.completion_event];
  }
}

/** The body of a POST or PATCH request that stores the draft. */
export function experimentBody(
  draft: ExperimentDraft,
  current: Experiment | null,
): Readonly<Record<string, unknown>> {
  const isDraft = current === null || current.status === 'draft';
  const { parameters } = current ?? { parameters: null };
  return {
    name: draft.name.trim(),
    description: draft.description,
    ...(current === null && { feature_flag_key: draft.flagKey.trim(), type: 'product' }),
    // Variants and the holdout cannot be changed after the start of an experiment.
    ...(isDraft && {
      parameters: {
        ...parameters,
        feature_flag_variants: draft.variants,
        ...(draft.rollout !== null && { rollout_percentage: draft.rollout }),
      },
      holdout_id: draft.holdoutId,
    }),
    metrics: draft.metrics,
    metrics_secondary: draft.secondary,
    saved_metrics_ids: draft.shared.map(({ id, type }) => ({ id, metadata: { type } })),
    exposure_criteria: draft.exposure,
    stats_config: draft.stats,
    only_count_matured_users: draft.onlyMatured,
    allow_unknown_events: true,
  };
}

/** Equal shares, in whole per cent, that add up to 100. */
export function evenSplit(variants: readonly Variant[]): readonly Variant[] {
  const each = Math.floor(100 / variants.length);
  const rest = 100 - each * variants.length;
  return variants.map((variant, at) => ({
    ...variant,
    rollout_percentage: at < rest ? each + 1 : each,
  }));
}
