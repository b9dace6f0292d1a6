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
 * The summary of one request to `/s/` in the ingest log. The snapshots themselves are not stored, only this summary
 * (`docs/wire/capture-storage.md#recording-summary`).
 */
export const replayEntrySchema = z.object({
  v: z.literal(1),
  kind: z.literal('replay'),
  team_id: z.number().int().positive(),
  /** Computed from the content: a repeated request has the same uuid. */
  uuid: z.string(),
  distinct_id: z.string(),
  session_id: z.string(),
  /** The times of the first and the last snapshot; UTC, ISO 8601 with milliseconds and `Z`. */
  start: z.string(),
  end: z.string(),
  /** The visited pages in order, without repetitions. */
  urls: z.array(z.string()),
  click_count: count,
  keypress_count: count,
  mouse_activity_count: count,
  active_milliseconds: count,
  console_log_count: count,
  console_warn_count: count,
  console_error_count: count,
  /** The length of the snapshots as JSON, in bytes. */
  size: count,
  /** The number of snapshots. */
  event_count: count,
  snapshot_source: z.string(),
  snapshot_library: z.string(),
  /** Absent in records of older edges, and if the project does not store console messages. */
  console: z.array(consoleMessageSchema).optional(),
  /** W3C `traceparent` of the request; absent if the request is not traced. Older workers ignore it. */
  trace: z.string().optional(),
});

export type ReplayEntry = z.infer<typeof replayEntrySchema>;
