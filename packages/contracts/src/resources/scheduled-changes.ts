import { z } from 'zod';
import { formBoolean, rawText, storedObject, timestamp } from '../shared/wire-fields';
import { flagFiltersSchema } from './feature-flag-filters';
import { userBasicSchema } from './users';

/** The interval at which a recurring change is repeated. */
export const recurrenceIntervals = ['daily', 'weekly', 'monthly', 'yearly'] as const;

export type RecurrenceInterval = (typeof recurrenceIntervals)[number];

const filterFields = flagFiltersSchema.shape;

/** The operation of a scheduled change on its flag (`docs/wire/flags-management.md#scheduled-change-payload`). */
export const flagOperationSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('update_status'), value: formBoolean() }),
  z.object({
    operation: z.literal('add_release_condition'),
    value: z.object({ groups: filterFields.groups.unwrap().min(1) }),
  }),
  z.object({
    operation: z.literal('update_variants'),
    value: z.object({
      variants: filterFields.multivariate.unwrap().unwrap().shape.variants,
      payloads: filterFields.payloads,
    }),
  }),
]);

export type FlagOperation = z.output<typeof flagOperationSchema>;

/** Validated, and stored as sent. */
const payload = storedObject().superRefine((value, context) => {
  const issue = problemOf(value);
  if (issue === undefined) return;
  const place = issue.path.map(String).join('.');
  context.addIssue({ code: 'custom', message: `Invalid payload: ${place}: ${issue.message}` });
});

/** What is wrong with an operation, whatever its flag is then; undefined if nothing is. */
function problemOf(payload: Readonly<Record<string, unknown>>): z.core.$ZodIssue | undefined {
  const { data, error } = flagOperationSchema.safeParse(payload);
  if (data?.operation !== 'update_variants') return error?.issues[0];
  const { variants, payloads } = payload['value'] as Readonly<Record<string, unknown>>;
  const checked = flagFiltersSchema.safeParse({ multivariate: { variants }, payloads });
  const [issue] = checked.error?.issues ?? [];
  return issue && { ...issue, path: ['value', ...issue.path] };
}

/** Writable fields of a PATCH; absent ones keep their value. */
export const scheduledChangeUpdateSchema = z.object({
  /** The id of a flag; cannot be changed. */
  record_id: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    rawText(200).optional(),
  ),
  model_name: z.enum(['FeatureFlag']).optional(),
  payload: payload.optional(),
  scheduled_at: timestamp().optional(),
  is_recurring: formBoolean().optional(),
  recurrence_interval: z.enum(recurrenceIntervals).nullish(),
  end_date: timestamp().nullish(),
  /** Five fields, read in the project's time zone; instead of `recurrence_interval`. An empty text counts as null. */
  cron_expression: z.preprocess((value) => (value === '' ? null : value), rawText(100).nullish()),
});

export type ScheduledChangeWrite = z.output<typeof scheduledChangeUpdateSchema>;

export const scheduledChangeCreateSchema = scheduledChangeUpdateSchema.extend({
  record_id: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    rawText(200),
  ),
  model_name: z.enum(['FeatureFlag']),
  payload,
  scheduled_at: timestamp(),
});

export type ScheduledChangeCreate = z.output<typeof scheduledChangeCreateSchema>;

/** A scheduled change in responses of the API. */
export const scheduledChangeSchema = z.object({
  id: z.int(),
  team_id: z.int(),
  record_id: z.string(),
  model_name: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** The time of the change; for recurring changes, of the next one. */
  scheduled_at: z.string(),
  /** The time at which the change was made or abandoned. */
  executed_at: z.string().nullable(),
  failure_reason: z.string().nullable(),
  is_recurring: z.boolean(),
  recurrence_interval: z.string().nullable(),
  cron_expression: z.string().nullable(),
  last_executed_at: z.string().nullable(),
  end_date: z.string().nullable(),
  /** The project's time zone when the change was created, in which `cron_expression` is read; null: UTC. */
  timezone: z.string().nullable(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type ScheduledChangeBody = z.input<typeof scheduledChangeSchema>;
