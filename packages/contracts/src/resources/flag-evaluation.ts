import { z } from 'zod';
import { formBoolean } from '../shared/wire-fields';
import { featureFlagUpdateSchema } from './feature-flags';

const properties = z.record(z.string(), z.unknown());
const id = z.union([z.string(), z.number().transform(String)]);

const flagFields = featureFlagUpdateSchema.shape;

/** A flag that is not saved: a new one, or the flag with this id with changes. */
export const unsavedFlagSchema = z.object({
  id: z.int().nullish(),
  /** Required for a new flag; otherwise the saved key is used. */
  key: flagFields.key,
  filters: flagFields.filters.unwrap(),
  active: flagFields.active,
  ensure_experience_continuity: flagFields.ensure_experience_continuity,
  bucketing_identifier: flagFields.bucketing_identifier,
});

export type UnsavedFlag = z.output<typeof unsavedFlagSchema>;

/** The user of a dry run, with the same fields as `/flags` (`docs/wire/flags.md#body-fields`). */
export const flagDryRunSchema = z.object({
  distinct_id: id,
  $device_id: z.string().nullish(),
  $anon_distinct_id: z.string().nullish(),
  groups: z.record(z.string(), id).default({}),
  /** Has precedence over stored properties, like `group_properties`. */
  person_properties: properties.default({}),
  group_properties: z.record(z.string(), properties).default({}),
  /** A flag that is not saved, or has unsaved changes; without `flag_keys` only this flag is evaluated. */
  flag: unsavedFlagSchema.optional(),
  /** Evaluates only these flags, and the flags on which they depend. */
  flag_keys: z.array(z.string()).max(1_000).nullish(),
  /** False: only properties of the request are used. */
  use_stored_properties: formBoolean().default(true),
});

const reasonSchema = z.object({
  code: z.string(),
  condition_index: z.int().nullable(),
  description: z.string(),
});

const explainedFilterSchema = z.object({
  /** The filter as it is stored. */
  filter: z.record(z.string(), z.unknown()),
  /** The value of the property; null if it is missing or unknown. */
  actual: z.unknown(),
  /** Null if it is unknown. */
  matches: z.boolean().nullable(),
  problem: z.string().nullable(),
});

const explainedConditionSchema = z.object({
  index: z.int(),
  outcome: z.enum([
    'match',
    'filters_missed',
    'out_of_rollout',
    'no_group',
    'no_device',
    'failed',
    'not_reached',
  ]),
  filters: z.array(explainedFilterSchema),
  /** In percent: a user at `position` is included if `position` ≤ `percentage`. */
  rollout: z.object({ percentage: z.number(), position: z.number().nullable() }),
});

/** The evaluation of each flag, with each of its conditions. */
export const flagDryRunResponseSchema = z.object({
  /** Null if the distinct id is unknown, or stored properties are not used. */
  person: z.object({ id: z.string(), properties }).nullable(),
  errors_while_computing_flags: z.boolean(),
  flags: z.array(
    z.object({
      /** Null for a new flag that is not saved. */
      id: z.int().nullable(),
      key: z.string(),
      value: z.union([z.boolean(), z.string()]),
      failed: z.boolean(),
      reason: reasonSchema,
      payload: z.unknown(),
      /** Null for flags that are not evaluated. */
      dependencies: z.enum(['complete', 'missing', 'cyclic']).nullable(),
      conditions: z.array(explainedConditionSchema),
    }),
  ),
});

export type FlagDryRunResponse = z.infer<typeof flagDryRunResponseSchema>;

const flagValue = z.union([z.boolean(), z.string()]);

/** Value and reason of each flag, by its key. */
export const evaluationReasonsSchema = z.record(
  z.string(),
  z.object({
    value: flagValue,
    evaluation: z.object({ reason: z.string(), condition_index: z.int().nullable() }),
  }),
);

export type EvaluationReasons = z.infer<typeof evaluationReasonsSchema>;

/** The fields of a flag that the toolbar shows. */
export const minimalFlagSchema = z.object({
  id: z.int(),
  team_id: z.int(),
  name: z.string(),
  key: z.string(),
  filters: z.record(z.string(), z.unknown()),
  deleted: z.boolean(),
  active: z.boolean(),
  ensure_experience_continuity: z.boolean().nullable(),
  has_encrypted_payloads: z.boolean(),
  version: z.int(),
  evaluation_runtime: z.string().nullable(),
  evaluation_contexts: z.array(z.string()),
  evaluation_tags: z.array(z.string()),
  bucketing_identifier: z.string().nullable(),
  has_experiment: z.boolean(),
});

export const myFlagsSchema = z.array(
  z.object({ feature_flag: minimalFlagSchema, value: flagValue }),
);
