import { z } from 'zod';
import { flagOperators } from './feature-flag-properties';

const key = z.union([z.string(), z.number().transform(String)]);
const negation = z.boolean().nullish().transform(Boolean);
/** A whole number, also as text. */
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

/** A column of the person itself. */
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

/** What an event has to be like, beside its name: its properties, its elements, or a condition in HogQL. */
const eventFilterSchema = z.object({
  key,
  type: z.enum(['event', 'person', 'element', 'hogql']),
  operator: personOperators,
  value: z.unknown().optional(),
});

/** The kinds of behaviour, with their periods. */
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
  /** An event's name, or an action's id. */
  key: z.union([z.string(), z.int()]),
  type: z.literal('behavioral'),
  event_type: z.enum(['events', 'actions']),
  value: z.enum(behaviours),
  negation,
  /** The window: so many intervals, or from an explicit date on. */
  time_value: count.nullish(),
  time_interval: interval,
  explicit_datetime: z.string().nullish(),
  explicit_datetime_to: z.string().nullish(),
  /** How often, for `performed_event_multiple` and, in each period, `performed_event_regularly`. */
  operator: z.enum(['exact', 'eq', 'gt', 'gte', 'lt', 'lte']).nullish(),
  operator_value: count.nullish(),
  /** The event that followed, and within what time; the nearer window of those who stopped or restarted. */
  seq_event: z.union([z.string(), z.int()]).nullish(),
  seq_event_type: z.enum(['events', 'actions']).nullish(),
  seq_time_value: count.nullish(),
  seq_time_interval: interval,
  /** Periods in which it has to have happened, of so many. */
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

/** The filters of a cohort by their type. */
export const cohortLeafSchemas = {
  person: personFilterSchema,
  person_metadata: personMetadataFilterSchema,
  cohort: cohortReferenceSchema,
  behavioral: behavioralFilterSchema,
} as const;
