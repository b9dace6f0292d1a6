import { z } from 'zod';

/**
 * How bad a warning is: `error` the event was not stored, `warning` it was stored but not as sent (or
 * one of its effects was rejected), `info` a notice (`docs/wire/capture-processing.md#warning-severities`).
 */
export const warningSeverities = ['error', 'warning', 'info'] as const;

export type WarningSeverity = (typeof warningSeverities)[number];

/**
 * A warning in the ingest log: what the edge had to say about a request of a known project. It lies in
 * the same log as events, so that it is stored by the one who stores events.
 */
export const ingestWarningSchema = z.object({
  v: z.literal(1),
  kind: z.literal('warning'),
  team_id: z.number().int().positive(),
  /** Makes a redelivered record the same row. */
  uuid: z.string(),
  /** The id it is about; empty when the request named none. Decides the partition as for events. */
  distinct_id: z.string(),
  type: z.string(),
  severity: z.enum(warningSeverities),
  /** The affected data and the reason; keys are in camel case as in PostHog. */
  details: z.record(z.string(), z.unknown()),
  /** UTC, ISO 8601 with milliseconds and `Z`. */
  timestamp: z.string(),
  /** How many events or requests it stands for. */
  count: z.number().int().positive(),
});

export type IngestWarning = z.infer<typeof ingestWarningSchema>;
