import type { ExperimentWrite } from '@tidemark/contracts';
import { RUNNING_TIME_KEYS } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Experiment, ExperimentFields } from '@tidemark/postgres';
import { uuidsOf, withUuids } from './metric-uuids';

type Document = Readonly<Record<string, unknown>>;
type Dates = Pick<Experiment, 'startDate' | 'endDate'>;

/**
 * The fields a body names, its variants and holdout apart; what it leaves out stays out.
 *
 * @param current null for a new experiment
 * @param shared the shared metrics that it then uses
 */
export function toExperimentFields(
  body: ExperimentWrite,
  current: Experiment | null,
  shared: readonly Document[],
): Partial<ExperimentFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...metricFields(body, current, shared),
    ...(body.primary_metrics_ordered_uuids !== undefined && {
      primaryOrder: body.primary_metrics_ordered_uuids ?? [],
    }),
    ...(body.secondary_metrics_ordered_uuids !== undefined && {
      secondaryOrder: body.secondary_metrics_ordered_uuids ?? [],
    }),
    ...(body.stats_config !== undefined && { statsConfig: withMethod(body.stats_config) }),
    ...(body.exposure_criteria !== undefined && {
      exposureCriteria: withTestAccounts(body.exposure_criteria),
    }),
    ...(body.only_count_matured_users !== undefined && {
      onlyCountMaturedUsers: body.only_count_matured_users ?? false,
    }),
    ...(body.start_date !== undefined && { startDate: body.start_date }),
    ...(body.end_date !== undefined && { endDate: body.end_date }),
    ...(body.conclusion !== undefined && { conclusion: body.conclusion }),
    ...(body.conclusion_comment !== undefined && { conclusionComment: body.conclusion_comment }),
    ...(body.archived !== undefined && { archived: body.archived }),
    ...(body.deleted !== undefined && { deleted: body.deleted }),
  };
}

/** `stats_config` with a default for a missing method. */
export function withMethod(config: Document | null | undefined): Document {
  return { ...config, method: config?.['method'] ?? 'bayesian' };
}

/** `exposure_criteria` with a default for missing fields. */
export function withTestAccounts(criteria: Document | null | undefined): Document {
  return { ...criteria, filterTestAccounts: criteria?.['filterTestAccounts'] ?? true };
}

/** The settings of the calculator of the running time, which are kept in the parameters. */
export function calculationIn(parameters: Document | null): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters ?? {}).filter(([key]) => RUNNING_TIME_KEYS.includes(key)),
  );
}

/** Parameters with other settings of the calculator; undefined = they stay. */
export function withCalculation(
  parameters: Document | null | undefined,
  calculation: Document | null | undefined,
): Document {
  if (calculation === undefined) return { ...parameters };
  const others = Object.entries(parameters ?? {}).filter(
    ([key]) => !RUNNING_TIME_KEYS.includes(key),
  );
  return { ...Object.fromEntries(others), ...calculation };
}

/** @throws ApiError 400 unless the end comes after the start */
export function checkDates(
  { start_date: start, end_date: end }: ExperimentWrite,
  current: Dates,
): void {
  const startDate = start === undefined ? current.startDate : start;
  const endDate = end === undefined ? current.endDate : end;
  if (startDate === null || endDate === null || startDate < endDate) return;
  throw validationError('invalid_input', 'End date must be after start date');
}

/** @throws ApiError 400 for a baseline that is not among the variants */
export function checkBaseline(
  config: Document | null,
  variants: readonly { readonly key: string }[],
): void {
  const baseline = config?.['baseline_variant_key'] ?? null;
  const keys = variants.map(({ key }) => key);
  if (typeof baseline !== 'string' || keys.includes(baseline)) return;
  throw validationError(
    'invalid_input',
    `Invalid baseline_variant_key: '${baseline}'. Must be one of: ${keys.toSorted().join(', ')}`,
    'stats_config',
  );
}

/** The metrics that a body names, each with a uuid that no other metric of the experiment has. */
function metricFields(
  { metrics, metrics_secondary: secondary }: ExperimentWrite,
  current: Experiment | null,
  shared: readonly Document[],
): Partial<ExperimentFields> {
  const staying = [
    ...(metrics === undefined ? (current?.metrics ?? []) : []),
    ...(secondary === undefined ? (current?.metricsSecondary ?? []) : []),
    ...shared,
  ];
  const taken = new Set(uuidsOf(staying));
  return {
    ...(metrics !== undefined && { metrics: withUuids(metrics ?? [], taken) }),
    ...(secondary !== undefined && { metricsSecondary: withUuids(secondary ?? [], taken) }),
  };
}
