import { z } from 'zod';
import { formBoolean } from '../shared/wire-fields';
import { featureFlagUpdateSchema } from './feature-flags';

const properties = z.record(z.string(), z.unknown());
const id = z.union([z.string(), z.number().transform(String)]);

const flagFields = featureFlagUpdateSchema.shape;

/** A flag as it would be: a new one, or a change of the one of the id. */
export const unsavedFlagSchema = z.object({
  id: z.int().nullish(),
  /** Needed for a new flag; otherwise as it is. */
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
  /** Used over stored ones, like those of groups. */
  person_properties: properties.default({}),
  group_properties: z.record(z.string(), properties).default({}),
  /** A flag that is not saved, or not saved like this; without `flag_keys` only this one is explained. */
  flag: unsavedFlagSchema.optional(),
  /** Only these, and the flags they depend on. */
  flag_keys: z.array(z.string()).max(1_000).nullish(),
  /** False: only what the request carries counts. */
  use_stored_properties: formBoolean().default(true),
});

const reasonSchema = z.object({
  code: z.string(),
  condition_index: z.int().nullable(),
  description: z.string(),
});

const explainedFilterSchema = z.object({
  /** The stored form. */
  filter: z.record(z.string(), z.unknown()),
  /** The value that was compared; null if it is missing or unknown. */
  actual: z.unknown(),
  /** Null when it is not known. */
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
  /** Percentages: a user at `position` is included if `position` ≤ `percentage`. */
  rollout: z.object({ percentage: z.number(), position: z.number().nullable() }),
});

/** How each flag came out, condition by condition. */
export const flagDryRunResponseSchema = z.object({
  /** Null when no one has used this distinct id, or stored properties were not wanted. */
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

/** Value and reason by flag key. */
export const evaluationReasonsSchema = z.record(
  z.string(),
  z.object({
    value: flagValue,
    evaluation: z.object({ reason: z.string(), condition_index: z.int().nullable() }),
  }),
);

export type EvaluationReasons = z.infer<typeof evaluationReasonsSchema>;

/** A flag with as much as the toolbar shows of it. */
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
