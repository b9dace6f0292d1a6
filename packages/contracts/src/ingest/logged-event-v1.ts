import { z } from 'zod';

/** The two ways in which an import uses the ingest log, see `LoggedEvent`. */
export const importedSchema = z.enum(['event', 'identity']);

/**
 * One accepted event in the ingest log: written by the edge, read by the ingest-worker. The edge has
 * found the project, validated the event and fixed its time; everything else is the worker's.
 */
export const loggedEventV1Schema = z.object({
  v: z.literal(1),
  team_id: z.number().int().positive(),
  /** Canonical lower-case UUID; v7 when the client sent none. */
  uuid: z.string(),
  event: z.string(),
  distinct_id: z.string(),
  /** UTC, ISO 8601 with milliseconds and `Z`, after skew and offset rules. */
  timestamp: z.string(),
  /** When the edge accepted it; UTC ISO 8601. */
  captured_at: z.string(),
  /** Client address, or null when unknown. */
  ip: z.string().nullable(),
  /** As sent; top-level `$set` / `$set_once` are already merged in (top level wins per key). */
  properties: z.record(z.string(), z.unknown()),
  historical_migration: z.boolean(),
  /** Place of the event in its request; absent for the first. Older workers ignore it. */
  place: z.number().int().optional(),
  /** What was taken differently from how it was sent; absent when nothing. Types as of ingestion warnings. */
  notices: z
    .array(z.object({ type: z.string(), details: z.record(z.string(), z.unknown()) }))
    .optional(),
  /** As of `LoggedEvent`. */
  imported: importedSchema.optional(),
  /** W3C `traceparent` of the request; absent unless it is recorded. Older workers ignore it. */
  trace: z.string().optional(),
});

export type LoggedEventV1 = z.infer<typeof loggedEventV1Schema>;
