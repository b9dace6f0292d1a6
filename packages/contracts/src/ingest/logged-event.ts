import { z } from 'zod';
import { importedSchema } from './logged-event-v1';

/**
 * One accepted event in the ingest log, version 2: the client's own JSON object beside what only the
 * edge knows. The edge has checked everything that decides its response; the ingest-worker reads the
 * fields and fixes the time.
 */
export const loggedEventSchema = z.object({
  v: z.literal(2),
  team_id: z.number().int().positive(),
  /** When the edge accepted it, ms since the epoch. */
  captured_at: z.number().int(),
  /** The client's clock at sending, ms since the epoch; null when it did not say. */
  sent_at: z.number().nullable(),
  /** Client address, or null when unknown. */
  ip: z.string().nullable(),
  historical_migration: z.boolean(),
  /** The name of an event sent without one. */
  unnamed: z.string().optional(),
  /** W3C `traceparent` of the request; absent unless it is recorded. Older workers ignore it. */
  trace: z.string().optional(),
  /** Place of the event in its request; absent for the first. Older workers ignore it. */
  place: z.number().int().optional(),
  /**
   * Set for what an import brings, with the meaning that its source has stored already; absent otherwise. `event`:
   * nothing is added to it, not even a location. `identity`: it changes persons and groups and becomes no row.
   */
  imported: importedSchema.optional(),
  /** UUIDv7 from the edge when the client sent none; canonical. */
  uuid: z.string().optional(),
  /** The value as sent. */
  sent: z.record(z.string(), z.unknown()),
});

export type LoggedEvent = z.infer<typeof loggedEventSchema>;
