import { z } from 'zod';
import { propertyFiltersSchema } from '../queries/property-filters';
import { rawText, timestamp } from '../shared/wire-fields';

/** The states of a deletion of events. A draft that was not confirmed in time is `expired`. */
export const eventDeletionStates = [
  'draft',
  'expired',
  'queued',
  'running',
  'cancelling',
  'completed',
  'cancelled',
  'failed',
] as const;

export type EventDeletionState = (typeof eventDeletionStates)[number];

/** The phases of a running deletion, in order. */
export const eventDeletionPhases = ['finding', 'deleting', 'sessions'] as const;

export type EventDeletionPhase = (typeof eventDeletionPhases)[number];

const bound = timestamp().nullable().default(null);

/** `POST …/event_deletions/`: selects events. There must be a condition, and all conditions must hold. */
export const eventDeletionCreateSchema = z
  .object({
    /** The names of the events; one of them must match. */
    events: z.array(rawText(400)).max(1_000).default([]),
    /** Inclusive. */
    date_from: bound,
    /** Exclusive. */
    date_to: bound,
    properties: propertyFiltersSchema.nullable().default(null),
    /** A condition in HogQL, as in `where` of an `EventsQuery`. */
    condition: rawText(10_000).nullable().default(null),
  })
  .superRefine(({ events, date_from, date_to, properties, condition }, context) => {
    const hasFilters = Array.isArray(properties) ? properties.length > 0 : properties !== null;
    const isEverything =
      events.length === 0 && date_from === null && date_to === null && !hasFilters && !condition;
    if (isEverything) {
      context.addIssue({ code: 'custom', message: 'Name at least one condition of the events.' });
    }
    if (date_from !== null && date_to !== null && date_from >= date_to) {
      const message = 'date_from must be earlier than date_to.';
      context.addIssue({ code: 'custom', path: ['date_to'], message });
    }
  });

/** `POST …/confirm/`: the number of events in the preview, which the user repeats to confirm it. */
export const eventDeletionConfirmSchema = z.object({ count: z.int().min(0) });

/** A deletion in responses of the API. */
export const eventDeletionSchema = z.object({
  id: z.string(),
  status: z.enum(eventDeletionStates),
  /** Null unless it is running. */
  phase: z.enum(eventDeletionPhases).nullable(),
  events: z.array(z.string()),
  date_from: z.string().nullable(),
  date_to: z.string().nullable(),
  properties: z.unknown(),
  condition: z.string().nullable(),
  /** The number of events that matched in the preview. */
  count: z.int(),
  first_timestamp: z.string().nullable(),
  last_timestamp: z.string().nullable(),
  /** Only events that were stored before this time are deleted. */
  stored_until: z.string(),
  /** The number of events that the job found; null until the search is complete. */
  found: z.int().nullable(),
  /** The number of events that were deleted. */
  deleted: z.int(),
  /** Why it failed. */
  error: z.string().nullable(),
  created_by: z.int().nullable(),
  created_at: z.string(),
  confirmed_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** The time until which a draft can be confirmed. */
  expires_at: z.string(),
});

export type EventDeletionBody = z.input<typeof eventDeletionSchema>;

/** A new draft, with some of the events that it would delete as samples. The samples are not stored. */
export const eventDeletionPreviewSchema = eventDeletionSchema.extend({
  samples: z.array(
    z.object({
      uuid: z.string(),
      event: z.string(),
      timestamp: z.string(),
      distinct_id: z.string(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
});
