import { z } from 'zod';
import { flagOperators } from './feature-flag-properties';

const key = z.union([z.string(), z.number().transform(String)]);
const negation = z.boolean().nullish().transform(Boolean);
/** A whole number, or its digits as text. */
const count = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.int().min(0),
);
const personOperators = z
  .enum(flagOperators)
  .exclude(['in', 'not_in', 'flag_evaluates_to'])
  .nullish();

const personFilterSchema = z.object({
  key,
  type: z.literal('person'),
  operator: personOperators,
  value: z.unknown().optional(),
  negation,
});

/** A filter on a column of the person. */
const personMetadataFilterSchema = z.object({
  key: z.literal('created_at'),
  type: z.literal('person_metadata'),
  operator: personOperators,
  value: z.unknown().optional(),
  negation,
});

const cohortReferenceSchema = z.object({
  key: z.literal('id'),
  type: z.literal('cohort'),
  value: count,
  negation,
});

/** A condition on an event in addition to its name: on its properties, its elements, or in HogQL. */
const eventFilterSchema = z.object({
  key,
  type: z.enum(['event', 'person', 'element', 'hogql']),
  operator: personOperators,
  value: z.unknown().optional(),
});

/** The types of behavioural filters, with the units of their periods. */
const behaviours = [
  'performed_event',
  'performed_event_multiple',
  'performed_event_first_time',
  'performed_event_sequence',
  'performed_event_regularly',
  'stopped_performing_event',
  'restarted_performing_event',
] as const;

const interval = z.enum(['minute', 'hour', 'day', 'week', 'month', 'year']).nullish();

const behavioralFilterSchema = z.object({
  /** The name of an event, or the id of an action. */
  key: z.union([z.string(), z.int()]),
  type: z.literal('behavioral'),
  event_type: z.enum(['events', 'actions']),
  value: z.enum(behaviours),
  negation,
  /** The time range: a number of intervals until now, or from an explicit date. */
  time_value: count.nullish(),
  time_interval: interval,
  explicit_datetime: z.string().nullish(),
  explicit_datetime_to: z.string().nullish(),
  /** The number of times, for `performed_event_multiple` and, per period, for `performed_event_regularly`. */
  operator: z.enum(['exact', 'eq', 'gt', 'gte', 'lt', 'lte']).nullish(),
  operator_value: count.nullish(),
  /**
   * For sequences, the second event and the maximum time until it; for stopped and restarted events, the more recent
   * time range.
   */
  seq_event: z.union([z.string(), z.int()]).nullish(),
  seq_event_type: z.enum(['events', 'actions']).nullish(),
  seq_time_value: count.nullish(),
  seq_time_interval: interval,
  /** The minimum number of periods with the event, and the total number of periods. */
  min_periods: count.nullish(),
  total_periods: count.nullish(),
  event_filters: z.array(eventFilterSchema).nullish(),
});

export type CohortPersonFilter = z.output<typeof personFilterSchema>;
export type CohortPersonMetadataFilter = z.output<typeof personMetadataFilterSchema>;
type CohortReferenceFilter = z.output<typeof cohortReferenceSchema>;
export type CohortBehavioralFilter = z.output<typeof behavioralFilterSchema>;
export type CohortLeaf =
  CohortPersonFilter | CohortPersonMetadataFilter | CohortReferenceFilter | CohortBehavioralFilter;

/** The schemas of a cohort's filters by their type. */
export const cohortLeafSchemas = {
  person: personFilterSchema,
  person_metadata: personMetadataFilterSchema,
  cohort: cohortReferenceSchema,
  behavioral: behavioralFilterSchema,
} as const;
