import { z } from 'zod';

/** One element of an event's chain, the clicked one first (`docs/wire/management.md#event-element`). */
const elementSchema = z.object({
  text: z.string().nullable(),
  tag_name: z.string(),
  attr_class: z.array(z.string()).nullable(),
  href: z.string().nullable(),
  attr_id: z.string().nullable(),
  nth_child: z.number().nullable(),
  nth_of_type: z.number().nullable(),
  attributes: z.record(z.string(), z.string()),
  order: z.int(),
});

/** An event in responses of the events resource (`docs/wire/management.md#event-body`). */
export const eventSchema = z.object({
  /** The event's uuid. */
  id: z.string(),
  distinct_id: z.string(),
  properties: z.record(z.string(), z.unknown()),
  event: z.string(),
  timestamp: z.string(),
  /** Null unless `include_person` is set. */
  person: z
    .object({
      is_identified: z.boolean(),
      distinct_ids: z.array(z.string()).max(1),
      properties: z.record(z.string(), z.unknown()),
    })
    .nullable(),
  elements: z.array(elementSchema),
  elements_chain: z.string(),
});

export type EventBody = z.infer<typeof eventSchema>;

/** A page without a count and a previous page; `next` has a changed bound of time. */
export const eventListSchema = z.object({
  next: z.string().nullable(),
  results: z.array(eventSchema),
});

/** The response to a request with `select`: rows of values instead of events. */
export const eventRowsSchema = z.object({
  next: z.string().nullable(),
  columns: z.array(z.string()),
  types: z.array(z.string()),
  results: z.array(z.array(z.unknown())),
  hasMore: z.boolean(),
});

/** A value of a property, of a column, or the name of an event. */
export const eventValueSchema = z.object({ name: z.string() });
