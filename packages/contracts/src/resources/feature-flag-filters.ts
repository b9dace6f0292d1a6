import { z } from 'zod';
import type { FilterProblem } from './feature-flag-properties';
import { flagPropertySchema, problemOfProperty } from './feature-flag-properties';
import { storedJson } from '../shared/wire-fields';

/**
 * The `filters` document of a flag as clients send it (`docs/wire/flags-evaluation.md#strict-types`). Types are
 * strict: a quoted number is rejected. Unknown keys are dropped.
 */
const percentage = z.number().min(0).max(100);
const groupTypeIndex = z.int().min(0).max(4);
const note = storedJson(z.string()).nullish();

const conditionSchema = z.object({
  /** Absent or null means no filters. */
  properties: z
    .array(flagPropertySchema)
    .nullish()
    .transform((properties) => properties ?? []),
  /** Null or absent means 100. */
  rollout_percentage: percentage.nullish(),
  variant: note,
  /** Absent: the group type of the flag; null: persons; a number: this group type. */
  aggregation_group_type_index: groupTypeIndex.nullish(),
  description: note,
  /** A value for display, of any type. */
  sort_key: storedJson(z.unknown()).optional(),
});

const variantSchema = z.object({
  key: z
    .string()
    .max(400)
    .regex(
      /^[\w./-]+$/,
      'Only letters, numbers, hyphens (-), underscores (_), dots (.) & slashes (/) are allowed.',
    ),
  name: note,
  description: note,
  rollout_percentage: percentage,
});

/** The tolerated error of a sum of percentages with decimal fractions. */
const SUM_TOLERANCE = 0.01;

const multivariateSchema = z.object({
  variants: z.array(variantSchema).superRefine((variants, context) => {
    if (variants.length > 0) return;
    const message = 'This list may not be empty.';
    context.addIssue({ code: 'custom', message, params: { code: 'empty' } });
  }),
});

/** A payload as JSON text; clients send it as text or as a value. */
const payloadSchema = storedJson(z.unknown()).transform((value, context): string => {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return value;
  } catch {
    context.addIssue({ code: 'custom', message: 'Payload value is not valid JSON' });
    return z.NEVER;
  }
});

const holdoutSchema = z.object({ id: z.int(), exclusion_percentage: percentage });

export const flagFiltersSchema = z
  .object({
    groups: z.array(conditionSchema).max(1_000).optional(),
    multivariate: multivariateSchema.nullish(),
    payloads: z.record(storedJson(z.string()), payloadSchema).nullish(),
    aggregation_group_type_index: groupTypeIndex.nullish(),
    feature_enrollment: z.boolean().nullish(),
    super_groups: z.array(conditionSchema).nullish(),
    holdout: holdoutSchema.nullish(),
    holdout_groups: z.array(conditionSchema).nullish(),
    early_exit: z.boolean().nullish(),
  })
  .superRefine((filters, context) => {
    const problem =
      problemOfConditions(filters) ??
      problemOfVariants(filters) ??
      problemOfPayloads(filters) ??
      problemOfEnrollment(filters);
    if (problem === null) return;
    const { code, detail } = problem;
    context.addIssue({ code: 'custom', message: detail, ...(code && { params: { code } }) });
  });

interface Checked {
  readonly groups?: readonly Condition[] | undefined;
  readonly multivariate?: z.output<typeof multivariateSchema> | null | undefined;
  readonly payloads?: Readonly<Record<string, string>> | null | undefined;
  readonly aggregation_group_type_index?: number | null | undefined;
  readonly feature_enrollment?: boolean | null | undefined;
}
type Condition = z.output<typeof conditionSchema>;

function variantsOf({ multivariate }: Checked) {
  return multivariate?.variants ?? [];
}

function problemOfConditions(filters: Checked): FilterProblem | null {
  for (const condition of filters.groups ?? []) {
    const { aggregation_group_type_index: own, properties } = condition;
    // Absent: the group type of the flag; null: persons.
    const target = own === undefined ? (filters.aggregation_group_type_index ?? null) : own;
    for (const property of properties) {
      if (target === null && property.type === 'group') {
        const detail = 'Filters are not valid (can only use person, cohort, and flag properties)';
        return { detail };
      }
      const isAboutTarget = property.type === 'group' && property.group_type_index === target;
      if (target !== null && own === undefined && !isAboutTarget && property.type !== 'flag') {
        return { detail: 'Filters are not valid (can only use group properties)' };
      }
      const problem = problemOfProperty(property);
      if (problem !== null) return problem;
    }
  }
  return null;
}

function problemOfVariants(filters: Checked): FilterProblem | null {
  const variants = variantsOf(filters);
  const keys = new Set(variants.map((variant) => variant.key));
  if (keys.size < variants.length) return { detail: 'Variant keys must be unique.' };
  const sum = variants.reduce((total, variant) => total + variant.rollout_percentage, 0);
  if (variants.length > 0 && Math.abs(sum - 100) > SUM_TOLERANCE) {
    const detail = 'Invalid variant definitions: Variant rollout percentages must sum to 100.';
    return { detail };
  }
  const isStray = ({ variant }: Condition): boolean =>
    (variant ?? '') !== '' && !keys.has(variant ?? '');
  return (filters.groups ?? []).some(isStray)
    ? { detail: 'Filters are not valid (variant override does not exist)' }
    : null;
}

function problemOfPayloads(filters: Checked): FilterProblem | null {
  const variants = variantsOf(filters).map((variant) => variant.key);
  const allowed = new Set(variants.length > 0 ? variants : ['true']);
  if (Object.keys(filters.payloads ?? {}).every((key) => allowed.has(key))) return null;
  return {
    detail:
      variants.length > 0
        ? 'Payload keys must match a variant key for multivariate flags'
        : "Payload keys must be 'true' for boolean flags",
  };
}

/**
 * The problem of a flag with early access, in which a person can only choose between on and off
 * (`docs/wire/flags-evaluation.md#enrollment-limits`).
 */
function problemOfEnrollment(filters: Checked): FilterProblem | null {
  if (filters.feature_enrollment !== true) return null;
  if (isAboutGroups(filters)) {
    return { detail: 'Group-based feature flags are not supported for Early Access Features.' };
  }
  if (variantsOf(filters).length > 0) {
    return { detail: 'Multivariate feature flags are not supported for Early Access Features.' };
  }
  return null;
}

/** Whether filters, or one of their condition sets, are about a type of group. */
export function isAboutGroups(filters: {
  readonly aggregation_group_type_index?: unknown;
  readonly groups?: unknown;
}): boolean {
  const conditions: readonly unknown[] = Array.isArray(filters.groups) ? filters.groups : [];
  return [filters, ...conditions].some(
    (owner) =>
      typeof owner === 'object' &&
      owner !== null &&
      'aggregation_group_type_index' in owner &&
      (owner.aggregation_group_type_index ?? null) !== null,
  );
}

export type FlagFilters = z.output<typeof flagFiltersSchema>;
