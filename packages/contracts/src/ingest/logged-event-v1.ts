import { z } from 'zod';

/** The two ways in which an import uses the ingest log, see `LoggedEvent`. */
export const importedSchema = z.enum(['event', 'identity']);

/**
 * One accepted event in the ingest log, version 1. The edge has found the project, validated the event and computed
 * its time; the ingest-worker does everything else.
 */
export const loggedEventV1Schema = z.object({
  v: z.literal(1),
  team_id: z.number().int().positive(),
  /** A UUID in canonical lower-case form; the edge creates a v7 if the client sent none. */
  uuid: z.string(),
  event: z.string(),
  distinct_id: z.string(),
  /** UTC, ISO 8601 with milliseconds and `Z`, after the rules of skew and offset. */
  timestamp: z.string(),
  /** When the edge accepted it; UTC ISO 8601. */
  captured_at: z.string(),
  /**
   * When the client sent the request, by the client's clock; UTC ISO 8601. Absent if the client did not send it. Older
   * workers ignore it.
   */
  sent_at: z.string().optional(),
  /**
   * Time in ms since 1970 before which no copy of the event can have been accepted. Absent: unknown. Older workers
   * ignore it.
   */
  earliest_copy: z.number().optional(),
  /** Client address; null if unknown. */
  ip: z.string().nullable(),
  /**
   * The properties as sent, with top-level `$set` and `$set_once` merged in (the top level has precedence for each
   * key).
   */
  properties: z.record(z.string(), z.unknown()),
  historical_migration: z.boolean(),
  /** Place of the event in its request; absent for the first. Older workers ignore it. */
  place: z.number().int().optional(),
  /** Fields that were not stored as sent; absent if there are none. The types are those of ingestion warnings. */
  notices: z
    .array(z.object({ type: z.string(), details: z.record(z.string(), z.unknown()) }))
    .optional(),
  /** See `LoggedEvent`. */
  imported: importedSchema.optional(),
  /** W3C `traceparent` of the request; absent if the request is not traced. Older workers ignore it. */
  trace: z.string().optional(),
});

export type LoggedEventV1 = z.infer<typeof loggedEventV1Schema>;
