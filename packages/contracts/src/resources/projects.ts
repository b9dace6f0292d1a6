import { z } from 'zod';
import { groupTypeSchema } from './groups';
import { sdkSettingsInput, sdkSettingsSchema } from './sdk-settings';
import { quotaLimitSchema, quotaLimitsInput } from './quotas';
import { usageLimitsInput, usageLimitsSchema } from './usage';
import { isTimezone } from '../shared/timezone';
import {
  formBoolean,
  optionalText,
  storedJson,
  storedObject,
  trimmedText,
} from '../shared/wire-fields';

/** A replacement in paths: a regular expression of RE2, and the text that replaces its matches. */
const pathCleaningRuleSchema = z.object({ alias: z.string(), regex: z.string() });

export type PathCleaningRule = z.infer<typeof pathCleaningRuleSchema>;

/** The rule as clients send it. Fields for display are dropped, and missing fields become empty. */
const pathCleaningInput = z
  .looseObject({
    alias: z.string().max(2_000).nullish(),
    regex: z.string().min(1).max(2_000),
    order: z.number().nullish(),
  })
  .transform(({ alias, regex, order }) => ({ alias: alias ?? '', regex, order: order ?? null }));

/** A project in responses of the API (`docs/wire/api.md#project-body`), with the settings that affect queries. */
export const projectSchema = z.object({
  id: z.int(),
  uuid: z.string(),
  organization: z.string(),
  /** Same as `id`, because projects and environments are the same in Tidemark. */
  project_id: z.int(),
  /** The public token for SDKs. */
  api_token: z.string(),
  /** The token before the last reset, while it is still accepted; null otherwise. */
  previous_api_token: z.string().nullable(),
  previous_api_token_expires_at: z.string().nullable(),
  /** The secret key for servers: complete in the response that creates it, masked in others; null if there is none. */
  secret_api_token: z.string().nullable(),
  /** The key before the last rotation, masked; it is valid until it is deleted. */
  secret_api_token_backup: z.string().nullable(),
  name: z.string(),
  completed_snippet_onboarding: z.boolean(),
  has_completed_onboarding_for: z.record(z.string(), z.unknown()),
  ingested_event: z.boolean(),
  is_demo: z.boolean(),
  timezone: z.string(),
  access_control: z.boolean(),
  /** 0 = Sunday, 1 = Monday. */
  week_start_day: z.int(),
  test_account_filters: z.array(z.unknown()),
  path_cleaning_filters: z.array(pathCleaningRuleSchema),
  /** The addresses of the project's own pages, for clients. */
  app_urls: z.array(z.string().nullable()),
  /**
   * Properties that are shown as the name of a person; the first one that the person has is used. Null: the default
   * list.
   */
  person_display_name_properties: z.array(z.string()).nullable(),
  anonymize_ips: z.boolean(),
  session_recording_opt_in: z.boolean(),
  capture_console_log_opt_in: z.boolean(),
  ...sdkSettingsSchema.shape,
  survey_config: z.record(z.string(), z.unknown()).nullable(),
  /** The number of days after which events are deleted; null: never. PostHog has no such setting. */
  event_retention_days: z.int().nullable(),
  /** The number of days after which data of recordings is deleted; null: never. */
  session_recording_retention_period_days: z.int().nullable(),
  /** The incoming webhook to which messages of actions with `post_to_slack` are sent. */
  slack_incoming_webhook: z.string().nullable(),
  quota_limited_resources: z.array(quotaLimitSchema),
  /** The limits per calendar month (UTC); a resource that is not listed has no limit. */
  usage_limits: usageLimitsSchema,
  created_at: z.string(),
  updated_at: z.string(),
});

export type ProjectBody = z.infer<typeof projectSchema>;

/** A single project. */
export const projectDetailSchema = projectSchema.extend({ group_types: z.array(groupTypeSchema) });

const timezone = z.string().superRefine((name, context) => {
  if (!isTimezone(name)) {
    context.addIssue({
      code: 'custom',
      message: `"${name.slice(0, 100)}" is not a valid choice.`,
      params: { code: 'invalid_choice' },
    });
  }
});

/** At most 500 characters, as in PostHog; an empty text removes it. The same URLs as for webhooks of destinations. */
const slackWebhook = optionalText(500)
  .refine(
    (text) => text === '' || isHttpUrl(text),
    'Enter a valid URL that begins with https:// or http://.',
  )
  .nullish();

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** A number of days, at most a hundred years; null means unlimited. */
const retentionDays = z.int().min(1).max(36_525);

/** PATCH: absent fields keep their value. */
export const projectUpdateSchema = z.object({
  name: trimmedText(200).optional(),
  timezone: timezone.optional(),
  week_start_day: z.int().min(0).max(1).optional(),
  test_account_filters: z.array(storedObject()).max(100).optional(),
  /** The rules are applied one after the other. Replaces the whole list. */
  path_cleaning_filters: z.array(pathCleaningInput).max(100).nullish(),
  /** Replaces the whole list. */
  app_urls: z
    .array(storedJson(z.string().max(200)).nullable())
    .max(1_000)
    .optional(),
  /**
   * With true, PostHog compares calendar months and calendar years. True is rejected, because ignoring it would
   * return the numbers of other days.
   */
  human_friendly_comparison_periods: z
    .boolean()
    .refine((isAsked) => !isAsked, 'Human-friendly comparison periods are not supported.')
    .nullish(),
  person_display_name_properties: z.array(z.string().min(1).max(400)).max(100).nullish(),
  anonymize_ips: formBoolean().optional(),
  session_recording_opt_in: formBoolean().optional(),
  capture_console_log_opt_in: formBoolean().optional(),
  ...sdkSettingsInput.shape,
  survey_config: storedObject().nullish(),
  event_retention_days: retentionDays.nullish(),
  session_recording_retention_period_days: retentionDays.nullish(),
  slack_incoming_webhook: slackWebhook,
  /** Replaces the whole list; `[]` removes all limits. */
  quota_limited_resources: quotaLimitsInput().optional(),
  /** Replaces all limits, also those that are not listed. */
  usage_limits: usageLimitsInput().optional(),
});

export const projectCreateSchema = projectUpdateSchema.extend({ name: trimmedText(200) });

/** The longest time for which an old token is accepted; SDKs in mobile apps are updated slowly. */
const MAX_GRACE_SECONDS = 365 * 86_400;

/** PATCH `reset_token/`: how long the old token is still accepted. */
export const tokenResetSchema = z.preprocess(
  (body) => body ?? {},
  z.object({ grace_seconds: z.int().min(0).max(MAX_GRACE_SECONDS).nullish() }),
);
