import { z } from 'zod';
import { cohortFiltersSchema } from './cohort-filters';
import { cohortGroupsSchema } from './cohort-groups';
import { uploadedFileSchema } from '../shared/uploaded-file';
import { userBasicSchema } from './users';
import { formBoolean, optionalText, storedObject } from '../shared/wire-fields';

/** Accepts JSON text as well, because forms send documents as text. */
function fromForm<S extends z.ZodType>(schema: S) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'Value must be valid JSON.' });
      return z.NEVER;
    }
  }, schema);
}

/** Writable fields of a cohort (`docs/wire/management.md#cohort-body`); absent ones keep their value. */
export const cohortWriteSchema = z.object({
  name: optionalText(400).nullish(),
  description: optionalText(1_000).nullish(),
  groups: fromForm(cohortGroupsSchema).optional(),
  filters: fromForm(cohortFiltersSchema).nullish(),
  query: fromForm(storedObject()).nullish(),
  is_static: formBoolean().optional(),
  deleted: formBoolean().optional(),
  /** A file with members of a static cohort, one id per line. */
  csv: uploadedFileSchema.optional(),
  /** The uuids of the initial members of a static cohort. */
  _create_static_person_ids: z.array(z.string()).optional(),
});

export type CohortWrite = z.output<typeof cohortWriteSchema>;

export const cohortTypes = ['static', 'person_property', 'behavioral', 'analytical'] as const;

/** A cohort in responses of the API. */
export const cohortSchema = z.object({
  id: z.int(),
  name: z.string().nullable(),
  description: z.string(),
  groups: z.array(z.unknown()),
  deleted: z.boolean(),
  filters: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()).nullable(),
  /** The version of the current members; null before the first calculation. */
  version: z.int().nullable(),
  is_calculating: z.boolean(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  last_calculation: z.string().nullable(),
  errors_calculating: z.int(),
  last_error_message: z.string().nullable(),
  /** The number of members; null before the first calculation. */
  count: z.int().nullable(),
  is_static: z.boolean(),
  cohort_type: z.enum(cohortTypes),
  experiment_set: z.array(z.int()),
});

export type CohortBody = z.infer<typeof cohortSchema>;

/** A member of a cohort in lists. */
export const cohortPersonSchema = z.object({
  type: z.literal('person'),
  id: z.string(),
  uuid: z.string(),
  name: z.string(),
  distinct_ids: z.array(z.string()),
  properties: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  is_identified: z.boolean(),
  last_seen_at: z.string().nullable(),
  matched_recordings: z.array(z.unknown()),
  value_at_data_point: z.number().nullable(),
});

export const cohortPersonsSchema = z.object({
  results: z.array(cohortPersonSchema),
  next: z.string().nullable(),
  previous: z.string().nullable(),
});

export type CohortPersonBody = z.infer<typeof cohortPersonSchema>;

/** A job that calculates the members of a cohort. It only refers to the cohort's record, which has the details. */
export const cohortJobSchema = z.object({
  v: z.literal(1),
  project_id: z.number().int(),
  cohort_id: z.number().int(),
});

export type CohortJob = z.infer<typeof cohortJobSchema>;

const block = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row), total: z.int(), has_more: z.boolean() });

/** Criteria that are not saved. `id` is the cohort they belong to, if it exists. */
export const cohortSizeRequestSchema = z.object({
  id: z.int().nullish(),
  filters: cohortFiltersSchema,
});

export const cohortSizeSchema = z.object({
  count: z.int(),
  /** The number of persons of the project. */
  total: z.int(),
});

/** Objects that refer to a cohort: the first hundred of each type, and their number. */
export const cohortUsersSchema = z.object({
  feature_flags: block(z.object({ id: z.int(), key: z.string(), name: z.string() })),
  insights: block(z.object({ id: z.int(), short_id: z.string(), name: z.string() })),
  cohorts: block(z.object({ id: z.int(), name: z.string() })),
});
