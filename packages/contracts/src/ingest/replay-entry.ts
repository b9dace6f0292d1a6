import { z } from 'zod';

const count = z.int().min(0);

/** A message of the browser's console. */
export const consoleMessageSchema = z.object({
  level: z.enum(['info', 'warn', 'error']),
  /** UTC, ISO 8601 with milliseconds and `Z`. */
  timestamp: z.string(),
  message: z.string(),
});

export type ConsoleMessage = z.infer<typeof consoleMessageSchema>;

/**
 * What one request to `/s/` said about a session, in the ingest log. The snapshots themselves are not
 * kept: this is all that remains of them (`docs/wire/capture-storage.md#recording-summary`).
 */
export const replayEntrySchema = z.object({
  v: z.literal(1),
  kind: z.literal('replay'),
  team_id: z.number().int().positive(),
  /** Made from the content: a request that is sent again has the same one. */
  uuid: z.string(),
  distinct_id: z.string(),
  session_id: z.string(),
  /** First and last time of the snapshots; UTC, ISO 8601 with milliseconds and `Z`. */
  start: z.string(),
  end: z.string(),
  /** Pages in the order they were seen, without repeats. */
  urls: z.array(z.string()),
  click_count: count,
  keypress_count: count,
  mouse_activity_count: count,
  active_milliseconds: count,
  console_log_count: count,
  console_warn_count: count,
  console_error_count: count,
  /** Bytes of the snapshots as JSON. */
  size: count,
  /** How many snapshots there were. */
  event_count: count,
  snapshot_source: z.string(),
  snapshot_library: z.string(),
  /** Absent in records of older edges, and where the project does not keep them. */
  console: z.array(consoleMessageSchema).optional(),
  /** W3C `traceparent` of the request; absent unless it is recorded. Older workers ignore it. */
  trace: z.string().optional(),
});

export type ReplayEntry = z.infer<typeof replayEntrySchema>;
