import { z } from 'zod';
import { importedSchema } from './logged-event-v1';

/**
 * One accepted event in the ingest log, version 2: the JSON object that the client sent, and the data that only the
 * edge knows. The edge has checked everything that affects its response; the ingest-worker reads the fields and
 * computes the time.
 */
export const loggedEventSchema = z.object({
  v: z.literal(2),
  team_id: z.number().int().positive(),
  /** When the edge accepted it, ms since the epoch. */
  captured_at: z.number().int(),
  /**
   * When the client sent the request, by the client's clock; ms since the epoch. Null if the client did not send it.
   */
  sent_at: z.number().nullable(),
  /** Client address; null if unknown. */
  ip: z.string().nullable(),
  historical_migration: z.boolean(),
  /** The name for an event that was sent without one. */
  unnamed: z.string().optional(),
  /** W3C `traceparent` of the request; absent if the request is not traced. Older workers ignore it. */
  trace: z.string().optional(),
  /** Place of the event in its request; absent for the first. Older workers ignore it. */
  place: z.number().int().optional(),
  /**
   * Set for imported events, absent otherwise. `event`: the event was already processed by its source, so nothing is
   * added to it, not even a location. `identity`: the event only changes persons and groups and is not stored.
   */
  imported: importedSchema.optional(),
  /** UUIDv7 from the edge if the client sent no uuid; in canonical form. */
  uuid: z.string().optional(),
  /** The event object as sent. */
  sent: z.record(z.string(), z.unknown()),
});

export type LoggedEvent = z.infer<typeof loggedEventSchema>;
