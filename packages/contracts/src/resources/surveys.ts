import { z } from 'zod';
import { flagFiltersSchema } from './feature-flag-filters';
import { minimalFlagSchema } from './flag-evaluation';
import { surveyQuestions } from './survey-questions';
import { userBasicSchema } from './users';
import {
  formBoolean,
  timestamp,
  optionalText,
  referencedId,
  storedObject,
  trimmedText,
} from '../shared/wire-fields';

/** How a survey is shown to users (`docs/wire/flags-management.md#survey-fields`). */
const surveyTypes = ['popover', 'widget', 'api', 'full_screen', 'external_survey'] as const;
const schedules = ['once', 'recurring', 'always'] as const;

const UNSET: ReadonlySet<unknown> = new Set([undefined, null, 0, '']);

/** A setting of PostHog that is not supported: it is rejected instead of ignored. */
function notKept() {
  return z
    .unknown()
    .superRefine((value, context) => {
      if (UNSET.has(value)) return;
      context.addIssue({ code: 'custom', message: 'This setting is not supported.' });
    })
    .optional();
}

/** Writable fields of a PATCH; absent ones keep their value. */
export const surveyUpdateSchema = z.object({
  name: trimmedText(400).optional(),
  description: optionalText().optional(),
  type: z.enum(surveyTypes).optional(),
  linked_flag_id: referencedId().nullish(),
  targeting_flag_id: referencedId().nullish(),
  /** The audience of the survey, for which a flag is created or updated. */
  targeting_flag_filters: flagFiltersSchema.nullish(),
  remove_targeting_flag: formBoolean().nullish(),
  questions: surveyQuestions().nullish(),
  conditions: storedObject().nullish(),
  appearance: storedObject().nullish(),
  schedule: z.enum(schedules).nullish(),
  enable_partial_responses: formBoolean().nullish(),
  start_date: timestamp().nullish(),
  end_date: timestamp().nullish(),
  archived: formBoolean().optional(),
  iteration_count: z.int().min(0).max(500).nullish(),
  iteration_frequency_days: z.int().min(0).max(36_500).nullish(),
  linked_insight_id: notKept(),
  responses_limit: notKept(),
  response_sampling_start_date: notKept(),
  response_sampling_interval: notKept(),
  response_sampling_limit: notKept(),
  response_sampling_daily_limits: notKept(),
});

export type SurveyWrite = z.output<typeof surveyUpdateSchema>;

export const surveyCreateSchema = surveyUpdateSchema.extend({
  name: trimmedText(400),
  type: z.enum(surveyTypes),
});

const keyOfFlag = z.object({ key: z.string(), value: z.string().nullable() });

/** A survey in responses of the API for members of the project. */
export const surveySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  linked_flag: minimalFlagSchema.nullable(),
  linked_flag_id: z.int().nullable(),
  linked_insight_id: z.null(),
  targeting_flag: minimalFlagSchema.nullable(),
  targeting_flag_id: z.int().nullable(),
  internal_targeting_flag: minimalFlagSchema.nullable(),
  /** The keys of flags that SDKs must evaluate, by their names in the response. */
  feature_flag_keys: z.array(keyOfFlag),
  questions: z.array(z.unknown()),
  conditions: z.record(z.string(), z.unknown()).nullable(),
  appearance: z.record(z.string(), z.unknown()).nullable(),
  schedule: z.string(),
  enable_partial_responses: z.boolean(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  archived: z.boolean(),
  responses_limit: z.null(),
  iteration_count: z.int().nullable(),
  iteration_frequency_days: z.int().nullable(),
  iteration_start_dates: z.array(z.string()).nullable(),
  current_iteration: z.int().nullable(),
  current_iteration_start_date: z.string().nullable(),
  response_sampling_start_date: z.null(),
  response_sampling_interval_type: z.null(),
  response_sampling_interval: z.null(),
  response_sampling_limit: z.null(),
  response_sampling_daily_limits: z.null(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  user_access_level: z.string(),
});

export type SurveyBody = z.input<typeof surveySchema>;

const eventStats = z.object({
  total_count: z.int(),
  total_count_only_seen: z.int(),
  unique_persons: z.int(),
  unique_persons_only_seen: z.int(),
  first_seen: z.string().nullable(),
  last_seen: z.string().nullable(),
});

/** How often surveys were shown, dismissed and answered, and by how many users. */
export const surveyStatsSchema = z.object({
  stats: z.record(z.string(), eventStats),
  /** In percent of the surveys or users that were shown one. */
  rates: z.object({
    response_rate: z.number(),
    dismissal_rate: z.number(),
    unique_users_response_rate: z.number(),
    unique_users_dismissal_rate: z.number(),
  }),
  survey_id: z.string().optional(),
  start_date: z.string().nullable().optional(),
  end_date: z.string().nullable().optional(),
});

export type SurveyStatsBody = z.input<typeof surveyStatsSchema>;

const date = timestamp().optional();
export const surveyStatsQuerySchema = z.object({ date_from: date, date_to: date });

/** The number of responses by survey id, without surveys that have none. */
export const surveyCountsSchema = z.record(z.string(), z.int());
