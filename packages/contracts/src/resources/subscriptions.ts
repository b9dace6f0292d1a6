import { z } from 'zod';
import { formBoolean, optionalText, referencedId, timestamp } from '../shared/wire-fields';
import { userBasicSchema } from './users';

export const subscriptionTargets = ['email', 'slack', 'webhook'] as const;
export type SubscriptionTarget = (typeof subscriptionTargets)[number];

export const subscriptionFrequencies = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type SubscriptionFrequency = (typeof subscriptionFrequencies)[number];

export const subscriptionWeekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type SubscriptionWeekday = (typeof subscriptionWeekdays)[number];

/** Why a delivery was started, with PostHog's names. */
export const subscriptionTriggers = ['scheduled', 'manual', 'target_change'] as const;
export type SubscriptionTrigger = (typeof subscriptionTriggers)[number];

/** The states of a delivery, with PostHog's names. */
export const subscriptionStatuses = ['starting', 'completed', 'failed', 'skipped'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The maximum number of insights of a dashboard in one delivery, as in PostHog. */
export const MAX_SUBSCRIPTION_INSIGHTS = 6;

const notSupported = (what: string) =>
  z.union([z.null(), z.literal(''), z.literal(false)], { error: `${what} is not supported.` });

/** Writable fields of a PATCH; absent ones keep their value. */
export const subscriptionUpdateSchema = z.object({
  title: optionalText(100).nullish(),
  content_type: z.enum(['insight', 'dashboard']).optional(),
  insight: referencedId().nullish(),
  dashboard: referencedId().nullish(),
  /** The insights of the dashboard to send; by default, the first six. */
  dashboard_export_insights: z.array(referencedId()).optional(),
  target_type: z.enum(subscriptionTargets).optional(),
  /** E-mail addresses separated by commas, the URL of a Slack incoming webhook, or any URL. */
  target_value: optionalText(5_000).optional(),
  /** The secret for signatures of webhook requests (Standard Webhooks); null removes it. Never returned. */
  signing_secret: optionalText(200).nullish(),
  frequency: z.enum(subscriptionFrequencies).optional(),
  interval: z.coerce.number().int().min(1).max(1_000).optional(),
  byweekday: z.array(z.enum(subscriptionWeekdays)).max(7).nullish(),
  bysetpos: z.coerce.number().int().min(-366).max(366).nullish(),
  count: z.coerce.number().int().min(1).max(100_000).nullish(),
  start_date: timestamp().optional(),
  until_date: timestamp().nullish(),
  enabled: formBoolean().optional(),
  deleted: formBoolean().optional(),
  /** A text for the first message to new recipients. */
  invite_message: optionalText(2_000).nullish(),
  integration_id: z
    .null({ error: 'Integrations are not supported: use the URL of an incoming webhook.' })
    .optional(),
  prompt: notSupported('A prompt').optional(),
  ai_config: notSupported('A prompt').optional(),
  summary_enabled: notSupported('A generated summary').optional(),
  summary_prompt_guide: notSupported('A generated summary').optional(),
});

export type SubscriptionUpdate = z.output<typeof subscriptionUpdateSchema>;

export const subscriptionCreateSchema = subscriptionUpdateSchema.extend({
  target_type: z.enum(subscriptionTargets),
  target_value: optionalText(5_000),
  frequency: z.enum(subscriptionFrequencies),
  start_date: timestamp(),
});

/** A subscription in responses of the API. */
export const subscriptionSchema = z.object({
  id: z.int(),
  content_type: z.enum(['insight', 'dashboard']),
  /** The same as `content_type`, under PostHog's name. */
  resource_type: z.enum(['insight', 'dashboard']),
  dashboard: z.int().nullable(),
  insight: z.int().nullable(),
  insight_short_id: z.string().nullable(),
  resource_name: z.string().nullable(),
  dashboard_export_insights: z.array(z.int()),
  target_type: z.enum(subscriptionTargets),
  /** For a Slack incoming webhook, only the host of its URL, because the URL is a credential. */
  target_value: z.string(),
  has_signing_secret: z.boolean(),
  frequency: z.enum(subscriptionFrequencies),
  interval: z.int(),
  byweekday: z.array(z.enum(subscriptionWeekdays)).nullable(),
  bysetpos: z.int().nullable(),
  count: z.int().nullable(),
  start_date: z.string(),
  until_date: z.string().nullable(),
  created_at: z.string(),
  created_by: userBasicSchema.nullable(),
  deleted: z.boolean(),
  enabled: z.boolean(),
  title: z.string().nullable(),
  summary: z.string(),
  next_delivery_date: z.string().nullable(),
  integration_id: z.null(),
  invite_message: z.null(),
  summary_enabled: z.literal(false),
});

export type SubscriptionBody = z.infer<typeof subscriptionSchema>;

/** The result for one recipient. */
export const recipientResultSchema = z.object({
  recipient: z.string(),
  status: z.enum(['success', 'failed']),
  error: z.string().nullable(),
});

export type RecipientResult = z.output<typeof recipientResultSchema>;
