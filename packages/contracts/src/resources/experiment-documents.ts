import { z } from 'zod';
import {
  experimentExposureCriteriaSchema,
  experimentMetricSchema,
  experimentStatsConfigSchema,
} from '../queries/experiments';
import { storedJson, storedObject } from '../shared/wire-fields';

type Document = Readonly<Record<string, unknown>>;

/** The kinds of metrics of experiments before 2025, which are not supported. */
const LEGACY_KINDS: ReadonlySet<unknown> = new Set([
  'ExperimentTrendsQuery',
  'ExperimentFunnelsQuery',
]);
const METHODS: readonly unknown[] = ['bayesian', 'frequentist', undefined, null];
const MAX_METRICS = 100;
const MAX_VARIANTS = 20;
const SHOWN_CHARACTERS = 80;
const BASELINE = 'control';

/** The metrics of an experiment; each is stored as sent. */
export function metricList() {
  return storedJson(
    z.array(z.record(z.string(), z.unknown()), 'Metrics must be a list').max(MAX_METRICS),
  ).superRefine((metrics, context) => {
    const problems = metrics.map(metricProblem);
    const index = problems.findIndex((problem) => problem !== null);
    if (index === -1) return;
    const message = `Invalid metric at index ${index}: ${problems[index] ?? ''}`;
    context.addIssue({ code: 'custom', message });
  });
}

/** Why a metric is not supported; null if it is. */
export function metricProblem(metric: Document): string | null {
  const { kind } = metric;
  if (LEGACY_KINDS.has(kind)) {
    return `the kind '${String(kind)}' is no longer supported: send 'ExperimentMetric'`;
  }
  if (kind !== 'ExperimentMetric') return "metric kind must be 'ExperimentMetric'";
  return problemOf(experimentMetricSchema, metric);
}

/** `exposure_criteria`, stored as sent. */
export function exposureCriteria() {
  return storedObject().superRefine((value, context) => {
    const problem = problemOf(experimentExposureCriteriaSchema, value);
    if (problem === null) return;
    context.addIssue({ code: 'custom', message: `Invalid exposure_criteria: ${problem}` });
  });
}

/** `stats_config`, stored as sent. */
export function statsConfig() {
  return storedObject().superRefine((value, context) => {
    const { method } = value;
    const message = METHODS.includes(method)
      ? problemOf(experimentStatsConfigSchema, value)
      : `Invalid stats method: ${shown(method)}. Must be one of: bayesian, frequentist`;
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}

/** `parameters`, in which each variant gets a `rollout_percentage` and one variant is `control`. */
export function experimentParameters() {
  return storedObject().transform((parameters, context): Document => {
    const { feature_flag_variants: given } = parameters;
    const problem = variantsProblem(given) ?? exclusionProblem(parameters);
    if (problem !== null) {
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    }
    if (given === undefined || given === null) return parameters;
    return { ...parameters, feature_flag_variants: normalisedVariants(given as Document[]) };
  });
}

function variantsProblem(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  return Array.isArray(given) ? variantProblem(given) : 'Feature flag variants must be a list';
}

/** Why these variants cannot be excluded from the results; null if they can. */
function exclusionProblem({
  feature_flag_variants: given,
  excluded_variants: excluded,
}: Document): string | null {
  if (excluded === undefined || excluded === null) return null;
  if (!Array.isArray(excluded) || excluded.some((key) => typeof key !== 'string')) {
    return 'excluded_variants must be a list of strings';
  }
  if (excluded.length === 0) return null;
  const keys = normalisedVariants((given ?? []) as Document[]).map(({ key }) => key);
  if (keys.length === 0) {
    return 'excluded_variants needs feature_flag_variants in the same request, because parameters are replaced as a whole';
  }
  if (excluded.includes(BASELINE)) return `The baseline variant '${BASELINE}' cannot be excluded`;
  const unknown = excluded.filter((key) => !keys.includes(key));
  if (unknown.length > 0) return `Unknown variants for this experiment: ${shown(unknown)}`;
  const isOneLeft = keys.some((key) => key !== BASELINE && !excluded.includes(key));
  return isOneLeft ? null : 'At least one test variant must remain in the results';
}

/** The keys of `running_time_calculation`. */
export const RUNNING_TIME_KEYS: readonly string[] = [
  'minimum_detectable_effect',
  'recommended_running_time',
  'recommended_sample_size',
  'exposure_estimate_config',
];

/** `running_time_calculation`: numbers, and the configuration that they were estimated with. */
export function runningTimeCalculation() {
  return storedObject().superRefine((value, context) => {
    const problem = calculationProblem(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
}

function calculationProblem(value: Document): string | null {
  const unknown = Object.keys(value).filter((key) => !RUNNING_TIME_KEYS.includes(key));
  if (unknown.length > 0) {
    return `running_time_calculation got unknown keys: ${shown(unknown.toSorted())}`;
  }
  const { exposure_estimate_config: config, ...numbers } = value;
  for (const [key, number] of Object.entries(numbers)) {
    if (number !== null && typeof number !== 'number') return `${key} must be a number`;
  }
  const isObject = typeof config === 'object' && !Array.isArray(config);
  return config === undefined || isObject ? null : 'exposure_estimate_config must be an object';
}

/** Why these cannot be the variants of an experiment; null if they can. */
export function variantProblem(variants: readonly unknown[]): string | null {
  if (variants.length === 0) return null;
  if (variants.length > MAX_VARIANTS) {
    return `Feature flag variants must be less than ${MAX_VARIANTS + 1}`;
  }
  for (const [index, variant] of variants.entries()) {
    const problem = shapeProblem(variant);
    if (problem !== null) return `Feature flag variant at index ${index} ${problem}`;
  }
  if (variants.length < 2) {
    return 'Feature flag must have at least 2 variants (control and at least one test variant)';
  }
  const keys = normalisedVariants(variants as Document[]).map(({ key }) => key);
  if (keys.includes('control')) return null;
  return `Feature flag variants must contain a variant with key 'control'. Got keys: ${shown(keys)}`;
}

function shapeProblem(variant: unknown): string | null {
  if (typeof variant !== 'object' || variant === null) return 'must be an object';
  const { key, split_percent: split, rollout_percentage: rollout } = variant as Document;
  if (typeof key !== 'string') return "must have a 'key' field";
  if (typeof (split ?? rollout) === 'number') return null;
  return 'must include split_percent or rollout_percentage';
}

/** Renames `split_percent`, the newer name of `rollout_percentage`, and corrects `Control` to `control`. */
export function normalisedVariants(variants: readonly Document[]): readonly Document[] {
  const hasControl = variants.some(({ key }) => key === 'control');
  const misspelt = hasControl
    ? -1
    : variants.findIndex(({ key }) => String(key).toLowerCase() === 'control');
  return variants.map(({ split_percent: split, ...variant }, index) => ({
    ...variant,
    ...(typeof split === 'number' && { rollout_percentage: split }),
    ...(index === misspelt && { key: 'control' }),
  }));
}

function problemOf(schema: z.ZodType, value: unknown): string | null {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue === undefined) return null;
  const place = issue.path.map(String).join('.');
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  return text.slice(0, SHOWN_CHARACTERS);
}
