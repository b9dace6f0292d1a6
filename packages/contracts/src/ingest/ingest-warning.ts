import { z } from 'zod';

/**
 * The severity of a warning: `error`: the event was not stored; `warning`: it was stored, but changed or partly
 * rejected; `info`: a notice (`docs/wire/capture-processing.md#warning-severities`).
 */
export const warningSeverities = ['error', 'warning', 'info'] as const;

export type WarningSeverity = (typeof warningSeverities)[number];

/**
 * A warning in the ingest log: a problem that the edge found in a request of a known project. It is in the same log
 * as events, so that the ingest-worker stores it.
 */
export const ingestWarningSchema = z.object({
  v: z.literal(1),
  kind: z.literal('warning'),
  team_id: z.number().int().positive(),
  /** A redelivered record has the same uuid, so that it becomes the same row. */
  uuid: z.string(),
  /** The distinct id that the warning is about; empty if the request had none. Decides the partition, as for events. */
  distinct_id: z.string(),
  type: z.string(),
  severity: z.enum(warningSeverities),
  /** The affected data and the reason; keys are in camel case as in PostHog. */
  details: z.record(z.string(), z.unknown()),
  /** UTC, ISO 8601 with milliseconds and `Z`. */
  timestamp: z.string(),
  /** The number of events or requests with this problem. */
  count: z.number().int().positive(),
});

export type IngestWarning = z.infer<typeof ingestWarningSchema>;
