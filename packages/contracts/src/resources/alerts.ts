import { z } from 'zod';
import { formBoolean, optionalText, referencedId } from '../shared/wire-fields';
import { insightBasicSchema } from './saved-insights';
import { userBasicSchema } from './users';

/** How often an alert is checked. */
export const alertIntervals = ['hourly', 'daily', 'weekly', 'monthly'] as const;

export type AlertInterval = (typeof alertIntervals)[number];

/** The states of an alert, with the spelling of PostHog. */
export const alertStates = ['Firing', 'Not firing', 'Errored', 'Snoozed'] as const;

export type AlertState = (typeof alertStates)[number];

/** The changes of an incident; each creates one notification. */
export const incidentChanges = ['begun', 'ended'] as const;

export type IncidentChange = (typeof incidentChanges)[number];

/**
 * Why an incident ended: the value is inside its bounds again, or a user changed, disabled or deleted the alert
 * or deleted its insight.
 */
export const incidentEndReasons = [
  'value',
  'changed',
  'disabled',
  'deleted',
  'insight_deleted',
] as const;

export type IncidentEndReason = (typeof incidentEndReasons)[number];

/** Compares a value with the values of the same weekday (and hour) in the weeks before. */
const weekdayDeviationSchema = z.strictObject({
  type: z.literal('weekday_deviation'),
  /** The number of weeks before the value with which it is compared. */
  weeks: z.int().min(4).max(12).default(8),
  /**
   * The number of standard deviations beyond which a value is outside; the deviation is estimated from the median
   * absolute deviation.
   */
  deviations: z.number().min(2).max(20).default(5.5),
  direction: z.enum(['both', 'up', 'down']).default('both'),
  /** Smaller differences, in units of the value, are ignored. */
  min_change: z.number().min(0).default(0),
});

/** The measure that is compared with the threshold. `weekday_deviation` is a condition of Tidemark only. */
export const alertConditionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('absolute_value') }),
  z.strictObject({ type: z.literal('relative_increase') }),
  z.strictObject({ type: z.literal('relative_decrease') }),
  weekdayDeviationSchema,
]);

export type AlertCondition = z.output<typeof alertConditionSchema>;

export const alertThresholdConfigurationSchema = z.strictObject({
  /** Percentages are fractions: 0.5 is 50 %. */
  type: z.enum(['absolute', 'percentage']),
  bounds: z.strictObject({ lower: z.number().nullish(), upper: z.number().nullish() }).nullish(),
});

export type AlertThresholdConfiguration = z.output<typeof alertThresholdConfigurationSchema>;

const trendsConfigSchema = z.strictObject({
  type: z.literal('TrendsAlertConfig'),
  series_index: z.int().min(0).max(1_000).nullish(),
  /** Whether the current interval, which is not complete yet, is checked. */
  check_ongoing_interval: z.boolean().nullish(),
});

const funnelsConfigSchema = z.strictObject({
  type: z.literal('FunnelsAlertConfig'),
  /** Counted from 0; the last step if absent. */
  funnel_step: z.int().min(0).max(100).nullish(),
  metric: z.enum(['conversion_from_start', 'conversion_from_previous']).nullish(),
  check_ongoing_interval: z.boolean().nullish(),
});

const hogQLConfigSchema = z.strictObject({
  type: z.literal('HogQLAlertConfig'),
  /** The column with the value; if absent, the only column with numbers. */
  column: z.string().max(400).nullish(),
  evaluation: z.enum(['last_row', 'first_row', 'any_row']).nullish(),
});

/** Which number of the insight is checked; the fields depend on the kind of its query. */
export const alertConfigSchema = z.discriminatedUnion('type', [
  trendsConfigSchema,
  funnelsConfigSchema,
  hogQLConfigSchema,
]);

export type AlertConfig = z.output<typeof alertConfigSchema>;

/** When an incident begins and ends. Tidemark only. */
export const alertHysteresisSchema = z.strictObject({
  /** The number of successive intervals outside the bounds after which an incident begins. */
  begin_after: z.int().min(1).max(10).default(1),
  /** The number of successive intervals inside the bounds after which it ends. */
  end_after: z.int().min(1).max(10).default(2),
  /** How far inside its bounds a value must be to end an incident, as a share of the bound. */
  margin: z.number().min(0).max(0.9).default(0.1),
});

export type AlertHysteresis = z.output<typeof alertHysteresisSchema>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use HH:MM.');

/**
 * Times of day without checks, in the project's time zone: from `start` until before `end`, which may be on the next
 * day.
 */
export const alertScheduleRestrictionSchema = z.strictObject({
  blocked_windows: z
    .array(z.strictObject({ start: clock, end: clock }))
    .max(5)
    .superRefine((windows, context) => {
      for (const { start, end } of windows) {
        if (start === end) context.addIssue({ code: 'custom', message: 'A window has two times.' });
      }
    }),
});

export type AlertScheduleRestriction = z.output<typeof alertScheduleRestrictionSchema>;

const thresholdWriteSchema = z.object({
  name: optionalText(255).optional(),
  configuration: alertThresholdConfigurationSchema,
});

const notSupported = (what: string) => z.literal(false, { error: `${what} is not supported.` });

/** Writable fields of a PATCH; absent ones keep their value. */
export const alertUpdateSchema = z.object({
  name: optionalText(255).nullish(),
  insight: referencedId().optional(),
  enabled: formBoolean().optional(),
  subscribed_users: z.array(referencedId()).max(500).optional(),
  condition: alertConditionSchema.nullish(),
  threshold: thresholdWriteSchema.nullish(),
  config: alertConfigSchema.nullish(),
  calculation_interval: z.enum(alertIntervals).nullish(),
  /** A date, or a duration from now (`2h`, `1d`); null ends the snooze. */
  snoozed_until: z.string().max(50).nullish(),
  skip_weekend: formBoolean().nullish(),
  schedule_restriction: alertScheduleRestrictionSchema.nullish(),
  hysteresis: alertHysteresisSchema.nullish(),
  detector_config: z
    .null({ error: 'Detectors are not supported: use the condition weekday_deviation.' })
    .optional(),
  investigation_agent_enabled: notSupported('The investigation agent').optional(),
  investigation_gates_notifications: notSupported('The investigation agent').optional(),
});

export type AlertUpdate = z.output<typeof alertUpdateSchema>;

export const alertCreateSchema = alertUpdateSchema.extend({
  insight: referencedId(),
  subscribed_users: z.array(referencedId()).max(500),
});

/** One check, with the settings of the alert at that time. */
export const alertCheckSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  /** Null if there was no single number, or if the check failed. */
  calculated_value: z.number().nullable(),
  state: z.enum(alertStates),
  /** Whether the notification of this check was delivered to all subscribed users. */
  targets_notified: z.boolean(),
  notification_sent_at: z.string().nullable(),
  /** The change of an incident by this check; null if there was none. */
  incident: z.enum(incidentChanges).nullable(),
  /** The bounds that the value was compared with. */
  lower_bound: z.number().nullable(),
  upper_bound: z.number().nullable(),
  /** The interval whose value was checked, as in the response of the insight. */
  interval_start: z.string().nullable(),
  condition: alertConditionSchema,
  threshold: alertThresholdConfigurationSchema.nullable(),
  query: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
});

export type AlertCheckBody = z.infer<typeof alertCheckSchema>;

/** A notification that an incident began or ended. */
export const alertNotificationSchema = z.object({
  id: z.string(),
  /** The number of the incident, counted per alert. */
  incident: z.int(),
  change: z.enum(incidentChanges),
  reason: z.enum(incidentEndReasons).nullable(),
  calculated_value: z.number().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});

/** An alert in responses of the API. */
export const alertSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  insight: insightBasicSchema,
  enabled: z.boolean(),
  state: z.enum(alertStates),
  subscribed_users: z.array(userBasicSchema),
  condition: alertConditionSchema,
  threshold: z
    .object({
      id: z.string(),
      created_at: z.string(),
      name: z.string(),
      configuration: alertThresholdConfigurationSchema,
    })
    .nullable(),
  config: alertConfigSchema,
  detector_config: z.null(),
  calculation_interval: z.enum(alertIntervals),
  snoozed_until: z.string().nullable(),
  skip_weekend: z.boolean(),
  schedule_restriction: alertScheduleRestrictionSchema.nullable(),
  hysteresis: alertHysteresisSchema,
  last_notified_at: z.string().nullable(),
  last_checked_at: z.string().nullable(),
  next_check_at: z.string().nullable(),
  last_value: z.number().nullable(),
  /** The newest first. Empty in lists. */
  checks: z.array(alertCheckSchema),
  /** The total number of checks of the alert; absent in lists. */
  checks_total: z.int().optional(),
  /** The newest first. Empty in lists. */
  notifications: z.array(alertNotificationSchema),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
});

export type AlertBody = z.infer<typeof alertSchema>;

/** A job of the queue of checks; contains only ids. */
export const alertJobSchema = z.object({
  v: z.literal(1),
  project_id: z.int(),
  alert_id: z.string(),
});

export type AlertJob = z.infer<typeof alertJobSchema>;
