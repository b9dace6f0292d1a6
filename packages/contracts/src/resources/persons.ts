import { z } from 'zod';
import { cohortPersonSchema } from './cohorts';
import { formBoolean, rawText, storedJson, storedObject } from '../shared/wire-fields';

/** A person in lists and details (`docs/wire/management.md#person-body`). */
export const personSchema = cohortPersonSchema;

export const personListSchema = z.object({
  results: z.array(personSchema),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  /** Only with `include_total`. */
  count: z.int().optional(),
});

/** The sent properties replace those of the person with the same key; others are kept. */
export const personUpdateSchema = z.object({ properties: storedObject() });

export const propertyUpdateSchema = z.object({
  key: rawText(),
  value: storedJson(
    z.unknown().refine((value) => value !== undefined, {
      message: 'This field is required.',
      params: { code: 'required' },
    }),
  ),
});

export const propertyDeletionSchema = z.object({ $unset: rawText() });

export const personSplitSchema = z.object({
  main_distinct_id: rawText().nullish(),
  /** Only these ids get persons of their own; cannot be combined with the other field. */
  distinct_ids_to_split: z.array(z.string().max(400)).min(1).max(1_000).nullish(),
});

/** Either `ids` or `distinct_ids`; the route validates this with its own messages. */
export const personBulkDeleteSchema = z.object({
  ids: z.array(z.string()).nullish(),
  distinct_ids: z.array(z.string()).nullish(),
  delete_events: formBoolean().optional(),
  delete_recordings: formBoolean().optional(),
  keep_person: formBoolean().optional(),
});

export const personBulkDeletedSchema = z.object({
  persons_found: z.int(),
  persons_deleted: z.int(),
  events_queued_for_deletion: z.boolean(),
  recordings_queued_for_deletion: z.boolean(),
  deletion_errors: z.array(z.unknown()),
});

export const personsByDistinctIdsSchema = z.object({ distinct_ids: z.array(z.string()).max(200) });

/** A value of a property, and the number of persons who have it. */
export const personValueSchema = z.object({ name: z.string(), count: z.int() });

/** The changes of a person's properties during a time range. */
export const propertiesTimelineSchema = z.object({
  points: z.array(
    z.object({
      timestamp: z.string(),
      properties: z.record(z.string(), z.unknown()),
      /** The number of events from this point until the next one. */
      relevant_event_count: z.int(),
    }),
  ),
  /** The properties whose changes create points. */
  crucial_property_keys: z.array(z.string()),
  effective_date_from: z.string(),
  effective_date_to: z.string(),
});

export type PropertiesTimelineBody = z.infer<typeof propertiesTimelineSchema>;
