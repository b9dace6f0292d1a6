import { z } from 'zod';
import { userBasicSchema } from './users';
import { actionStepInputSchema } from '../shared/action-step';
import { formBoolean, optionalText, timestamp, trimmedText } from '../shared/wire-fields';

/** A value that is not a list is reported under the same name as in PostHog: `steps__non_field_errors`. */
const steps = z.preprocess((value, context) => {
  if (value !== null && value !== undefined && !Array.isArray(value)) {
    context.addIssue({
      code: 'custom',
      path: ['non_field_errors'],
      message: 'Expected a list of items.',
      params: { code: 'not_a_list' },
    });
  }
  return value;
}, z.array(actionStepInputSchema));

/** Writable fields of POST, PUT and PATCH; all are optional, and absent ones keep their value. */
export const actionWriteSchema = z.object({
  name: trimmedText(400).nullish(),
  description: optionalText().optional(),
  tags: z.array(optionalText(255)).optional(),
  post_to_slack: formBoolean().optional(),
  slack_message_format: optionalText(1_200).optional(),
  steps: steps.optional(),
  deleted: formBoolean().optional(),
  last_calculated_at: timestamp().optional(),
  pinned_at: timestamp().nullish(),
});

export type ActionWrite = z.infer<typeof actionWriteSchema>;

/** A step in responses of the API, always with the same eleven keys. */
export const actionStepSchema = z.object({
  event: z.string().nullable(),
  properties: z.array(z.record(z.string(), z.unknown())).nullable(),
  selector: z.string().nullable(),
  selector_regex: z.string().nullable(),
  tag_name: z.string().nullable(),
  text: z.string().nullable(),
  text_matching: z.string().nullable(),
  href: z.string().nullable(),
  href_matching: z.string().nullable(),
  url: z.string().nullable(),
  url_matching: z.string().nullable(),
});

/**
 * An action in responses of the API (`docs/wire/specification.md#action-fields`,
 * `docs/wire/actions.md#action-fields`).
 */
export const actionSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  post_to_slack: z.boolean(),
  slack_message_format: z.string(),
  steps: z.array(actionStepSchema),
  created_at: z.string(),
  created_by: userBasicSchema.nullable(),
  deleted: z.boolean(),
  is_calculating: z.literal(false),
  last_calculated_at: z.string(),
  team_id: z.int(),
  is_action: z.literal(true),
  bytecode_error: z.string().nullable(),
  pinned_at: z.string().nullable(),
  creation_context: z.null(),
  /** Only in lists that request it. */
  reference_count: z.int().optional(),
});

export type ActionBody = z.infer<typeof actionSchema>;

/** `GET actions/{id}/references/`: an object that depends on the action (`docs/wire/actions.md#reference-list`). */
export const actionReferenceSchema = z.object({
  type: z.enum(['insight', 'experiment', 'cohort', 'hog_function']),
  id: z.string(),
  name: z.string(),
  url: z.string(),
  created_at: z.string(),
  created_by: userBasicSchema.nullable(),
});

const MAX_PREVIEW_DAYS = 90;
const MAX_PREVIEW_EVENTS = 100;

/** `POST actions/preview/`: counts the events of the last days that match steps, which need not be saved. */
export const actionPreviewRequestSchema = z.object({
  steps: steps,
  days: z.int().min(1).max(MAX_PREVIEW_DAYS).default(7),
  limit: z.int().min(0).max(MAX_PREVIEW_EVENTS).default(10),
});

export const actionPreviewSchema = z.object({
  days: z.int(),
  count: z.int(),
  /** The newest first. */
  sample: z.array(
    z.object({
      uuid: z.string(),
      event: z.string(),
      timestamp: z.string(),
      distinct_id: z.string(),
      current_url: z.string().nullable(),
      elements_chain: z.string(),
    }),
  ),
});
