import { z } from 'zod';
import { flagPropertySchema } from './feature-flag-properties';
import { storedJson } from './wire-fields';

/**
 * The `filters` document of a flag as written by clients (`wire/flags.md` §4.2). Types are strict: a
 * number in quotes is no number. Unknown keys are dropped.
 */
const percentage = z.number().min(0).max(100);
const groupTypeIndex = z.int().min(0).max(4);
const note = storedJson(z.string()).nullish();

const conditionSchema = z.object({
  properties: z.array(flagPropertySchema).nullish(),
  /** Null or absent = 100. */
  rollout_percentage: percentage.nullish(),
  variant: note,
  /** Absent = the flag's own; null = person; a number = that group type. */
  aggregation_group_type_index: groupTypeIndex.nullish(),
  description: note,
  sort_key: note,
});

const variantSchema = z.object({
  key: z
    .string()
    .max(400)
    .regex(/^[\w./-]+$/, 'Variant keys take letters, digits, "_", ".", "/" and "-" only.'),
  name: note,
  rollout_percentage: percentage,
});

/** Sums of decimal fractions are rarely exact. */
const SUM_TOLERANCE = 0.01;

const multivariateSchema = z
  .object({ variants: z.array(variantSchema).min(1) })
  .superRefine(({ variants }, context) => {
    const path = ['variants'];
    if (new Set(variants.map((variant) => variant.key)).size < variants.length) {
      context.addIssue({ code: 'custom', path, message: 'Variant keys must be unique.' });
    }
    const sum = variants.reduce((total, variant) => total + variant.rollout_percentage, 0);
    if (Math.abs(sum - 100) > SUM_TOLERANCE) {
      const message = 'Variant rollout percentages must sum to 100.';
      context.addIssue({ code: 'custom', path, message });
    }
  });

/** A payload in JSON text, whether it came as text or as a value. */
const payloadSchema = storedJson(z.unknown()).transform((value, context): string => {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return value;
  } catch {
    context.addIssue({ code: 'custom', message: 'Payload value is not valid JSON.' });
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
  .superRefine(({ payloads, multivariate, groups, ...filters }, context) => {
    const variants = multivariate?.variants.map((variant) => variant.key);
    const stray = Object.keys(payloads ?? {}).find((key) => !(variants ?? ['true']).includes(key));
    if (stray !== undefined) {
      const message =
        variants === undefined
          ? 'Payload keys must be "true" for boolean flags.'
          : 'Payload keys must match a variant key for multivariate flags.';
      context.addIssue({ code: 'custom', path: ['payloads'], message });
    }
    const index = filters.aggregation_group_type_index;
    if (index !== undefined && index !== null && !(groups ?? []).every(isAbout(index))) {
      const message = 'Filters of a group flag must be properties of that group type.';
      context.addIssue({ code: 'custom', path: ['groups'], message });
    }
  });

/** Conditions that name a target of their own are about that one. */
function isAbout(index: number) {
  return (condition: z.output<typeof conditionSchema>): boolean =>
    condition.aggregation_group_type_index !== undefined ||
    (condition.properties ?? []).every(
      (property) =>
        property.type === 'flag' ||
        (property.type === 'group' && property.group_type_index === index),
    );
}

export type FlagFilters = z.output<typeof flagFiltersSchema>;
