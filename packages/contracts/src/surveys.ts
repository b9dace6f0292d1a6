import { z } from 'zod';
import { userBasicSchema } from './users';
import {
  formBoolean,
  moment,
  optionalText,
  referencedId,
  storedJson,
  storedObject,
  trimmedText,
} from './wire-fields';

/** How a survey reaches people (`wire/flags.md` §8.4). */
const surveyTypes = ['popover', 'widget', 'api', 'full_screen', 'external_survey'] as const;
const schedules = ['once', 'recurring', 'always'] as const;
const questions = storedJson(z.array(z.record(z.string(), z.unknown())).max(100));

/** Writable fields of a PATCH; absent ones keep their value. */
export const surveyUpdateSchema = z.object({
  name: trimmedText(400).optional(),
  description: optionalText().optional(),
  type: z.enum(surveyTypes).optional(),
  linked_flag_id: referencedId().nullish(),
  targeting_flag_id: referencedId().nullish(),
  questions: questions.optional(),
  conditions: storedObject().nullish(),
  appearance: storedObject().nullish(),
  schedule: z.enum(schedules).optional(),
  enable_partial_responses: formBoolean().optional(),
  start_date: moment().nullish(),
  end_date: moment().nullish(),
  archived: formBoolean().optional(),
});

export type SurveyWrite = z.output<typeof surveyUpdateSchema>;

export const surveyCreateSchema = surveyUpdateSchema.extend({
  name: trimmedText(400),
  type: z.enum(surveyTypes),
});

/** A survey as the API shows it to those who manage it. */
export const surveySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  linked_flag_id: z.int().nullable(),
  targeting_flag_id: z.int().nullable(),
  questions: z.array(z.unknown()),
  conditions: z.record(z.string(), z.unknown()).nullable(),
  appearance: z.record(z.string(), z.unknown()).nullable(),
  schedule: z.string(),
  enable_partial_responses: z.boolean(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  archived: z.boolean(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
});

export type SurveyBody = z.infer<typeof surveySchema>;
