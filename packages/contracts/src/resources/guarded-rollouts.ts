import { z } from 'zod';
import { experimentMetricSchema } from '../queries/experiments';
import { referencedId } from '../shared/wire-fields';
import { userBasicSchema } from './users';

const MAX_STEPS = 20;
const MAX_MINUTES = 525_600;

/**
 * `running`, or how it ended: all steps were completed, it was rolled back, a user stopped it, or it could not
 * continue.
 */
export const guardedRolloutStatuses = [
  'running',
  'completed',
  'rolled_back',
  'stopped',
  'failed',
] as const;

export type GuardedRolloutStatus = (typeof guardedRolloutStatuses)[number];

const stepSchema = z.object({
  percentage: z.number().gt(0).max(100),
  /** The duration of the step before the next one. */
  minutes: z.number().min(1).max(MAX_MINUTES),
});

const stepsSchema = z
  .array(stepSchema)
  .min(1)
  .max(MAX_STEPS)
  .superRefine((steps, context) => {
    const isGrowing = steps.every(
      ({ percentage }, at) => percentage > (steps[at - 1]?.percentage ?? 0),
    );
    if (isGrowing) return;
    context.addIssue({ code: 'custom', message: 'The percentages of the steps must grow.' });
  });

/**
 * `guarded_rollouts/`: increases the percentage of a condition of a flag in steps while a metric does not get worse.
 */
export const guardedRolloutCreateSchema = z.object({
  feature_flag_id: referencedId(),
  /** The index of the condition set whose percentage is increased, from 0. */
  condition_index: z.int().min(0).max(1_000).default(0),
  steps: stepsSchema,
  /** The metric to check; its `goal` says in which direction it is better. */
  metric: experimentMetricSchema,
  /** The accepted probability that a harmless rollout is rolled back. */
  alpha: z.number().gt(0).lt(0.5).default(0.05),
  /** The number of users in each of the two groups that is required before the next step. */
  minimum_units: z.int().min(2).max(1_000_000).default(100),
  check_interval_minutes: z.int().min(1).max(1_440).default(10),
  /** Users who receive an e-mail when the rollout ends. */
  subscribed_users: z.array(referencedId()).max(50).default([]),
});

export type GuardedRolloutCreate = z.output<typeof guardedRolloutCreateSchema>;

const sideSchema = z.object({ units: z.number(), mean: z.number() });

/** One check of the metric, with its numbers. */
export const guardedRolloutCheckSchema = z.object({
  checked_at: z.string(),
  step: z.int(),
  percentage: z.number(),
  /** `widen`, `complete`, `turn_back`, `wait` or `failed`. */
  action: z.string(),
  reason: z.string().nullable(),
  exposed: sideSchema.nullable(),
  control: sideSchema.nullable(),
  /** The mean of exposed users minus the mean of the others. */
  difference: z.number().nullable(),
  confidence_interval: z.tuple([z.number(), z.number()]).nullable(),
  p_value: z.number().nullable(),
});

export type GuardedRolloutCheckBody = z.input<typeof guardedRolloutCheckSchema>;

/** A guarded rollout in responses of the API. */
export const guardedRolloutSchema = z.object({
  id: z.int(),
  feature_flag_id: z.int(),
  condition_index: z.int(),
  steps: z.array(stepSchema),
  metric: z.record(z.string(), z.unknown()),
  alpha: z.number(),
  minimum_units: z.int(),
  check_interval_minutes: z.int(),
  subscribed_users: z.array(z.int()),
  status: z.enum(guardedRolloutStatuses),
  /** The percentage that a rollback restores. */
  initial_percentage: z.number(),
  /** The index of the current step; null before the first. */
  current_step: z.int().nullable(),
  current_percentage: z.number(),
  step_started_at: z.string().nullable(),
  next_check_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** Why it ended. */
  reason: z.string().nullable(),
  /** The latest checks, newest first. */
  checks: z.array(guardedRolloutCheckSchema),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
});

export type GuardedRolloutBody = z.input<typeof guardedRolloutSchema>;
