import { z } from 'zod';
import { formBoolean, referencedId, trimmedText } from '../shared/wire-fields';
import { userBasicSchema } from './users';

const environmentsField = z
  .array(z.object({ project_id: referencedId(), name: trimmedText(100) }))
  .min(2)
  .max(10)
  .superRefine((environments, context) => {
    const ids = environments.map(({ project_id: id }) => id);
    if (new Set(ids).size === ids.length) return;
    context.addIssue({ code: 'custom', message: 'A project can be one environment only.' });
  });

export const environmentChainCreateSchema = z.object({
  name: trimmedText(400),
  /** In the order of promotion: the last is production. */
  environments: environmentsField,
});

export const environmentChainUpdateSchema = environmentChainCreateSchema.partial();

const environmentSchema = z.object({ project_id: z.int(), name: z.string() });

/** Projects that are the environments of one product. */
export const environmentChainSchema = z.object({
  id: z.string(),
  name: z.string(),
  environments: z.array(environmentSchema.extend({ project_name: z.string() })),
  created_at: z.string(),
});

/** Every flag of a chain in each of its environments. */
export const environmentComparisonSchema = z.object({
  environments: z.array(environmentSchema.extend({ project_name: z.string() })),
  results: z.array(
    z.object({
      key: z.string(),
      /** Whether an environment does not have the flag, or has a different one. */
      differs: z.boolean(),
      flags: z.array(
        z.object({
          project_id: z.int(),
          present: z.boolean(),
          id: z.int().nullable(),
          version: z.int().nullable(),
          enabled: z.boolean(),
          archived: z.boolean(),
          /** The largest percentage among the conditions; 0 for a flag that is off. */
          rollout_percentage: z.number(),
          variants: z.array(z.string()),
          /** The fields that differ from the previous environment that has the flag. */
          differs: z.array(z.string()),
        }),
      ),
    }),
  ),
});

export type EnvironmentComparison = z.input<typeof environmentComparisonSchema>;

/**
 * The ids of target cohorts by the ids of source cohorts; null creates a new cohort. The keys are texts, as in JSON.
 */
const cohortMapping = z.record(z.string().regex(/^\d{1,10}$/), z.int().nullable());

/** The request of PostHog, with additional fields of Tidemark from `dry_run` on. */
export const copyFlagsSchema = z.object({
  feature_flag_key: trimmedText(400),
  from_project: referencedId(),
  target_project_ids: z.array(referencedId()).min(1).max(50),
  copy_schedule: formBoolean().default(false),
  /** Disables the copies. */
  disable_copied_flag: formBoolean().default(false),
  /** Only returns what would be done. */
  dry_run: formBoolean().default(false),
  /** First copies flags that the flag depends on and that a target does not have. */
  include_dependencies: formBoolean().default(false),
  /** By target project. Cohorts that are not listed are found by their name, or created. */
  cohort_mapping: z.record(z.string(), cohortMapping).default({}),
  /** By project, the version that a dry run returned (null: no flag). Flags with another version are not changed. */
  expected_versions: z.record(z.string(), z.int().nullable()).default({}),
});

export type CopyFlags = z.output<typeof copyFlagsSchema>;

/** The changes that a copy makes in one target. */
export const flagCopyPlanSchema = z.object({
  project_id: z.int(),
  action: z.enum(['create', 'update', 'none']),
  flag_id: z.int().nullable(),
  version: z.int().nullable(),
  differences: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  cohorts: z.array(
    z.object({
      source_id: z.int(),
      name: z.string().nullable(),
      action: z.enum(['mapped', 'found', 'create', 'missing']),
      target_id: z.int().nullable(),
    }),
  ),
  dependencies: z.array(
    z.object({
      key: z.string(),
      action: z.enum(['found', 'copy', 'missing']),
      target_id: z.int().nullable(),
    }),
  ),
  group_types: z.array(z.object({ name: z.string(), action: z.enum(['found', 'missing']) })),
  /** Why the flag cannot be copied; empty if it can. */
  problems: z.array(z.string()),
});

export type FlagCopyPlan = z.input<typeof flagCopyPlanSchema>;

export const flagsCopiedSchema = z.object({
  success: z.array(z.record(z.string(), z.unknown())),
  failed: z.array(
    z.object({
      project_id: z.int(),
      /** The same text under the name that earlier versions of PostHog gave it. */
      errors: z.string(),
      error_message: z.string(),
      /** The change request that was created, because the change needs an approval. */
      change_request_id: z.string().optional(),
    }),
  ),
  /** Returned by a dry run: the version of the flag to copy, and one plan for each target. */
  source_version: z.int(),
  plans: z.array(flagCopyPlanSchema),
});

/** A flag in one project of the organization. */
export const organizationFlagsSchema = z.array(
  z.object({
    flag_id: z.int(),
    team_id: z.int(),
    created_by: userBasicSchema.nullable(),
    filters: z.record(z.string(), z.unknown()),
    created_at: z.string(),
    active: z.boolean(),
  }),
);
