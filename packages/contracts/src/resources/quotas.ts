import { z } from 'zod';
import { timestamp } from '../shared/wire-fields';

/** Resources that have a quota. `events` counts all events without a quota of their own. */
export const quotaResources = [
  'events',
  'recordings',
  'exceptions',
  'surveys',
  'llm_events',
  'feature_flags',
  'api_queries_read_bytes',
  'rows_exported',
  'deliveries',
] as const;

export type QuotaResource = (typeof quotaResources)[number];

const resource = z.enum(quotaResources);

/** A resource whose quota is used up. */
export const quotaLimitSchema = z.object({
  resource,
  /** ISO 8601; the time from which it is available again. Null: until a user makes it available. */
  until: z.string().nullable(),
});

export type QuotaLimit = z.infer<typeof quotaLimitSchema>;

const sentLimit = z.preprocess(
  (value) => (typeof value === 'string' ? { resource: value } : value),
  z.object({ resource, until: timestamp().nullable().optional() }),
);

/** The whole list as a client sends it: names, or objects with `until`. If a name is repeated, the last one counts. */
export function quotaLimitsInput() {
  return z
    .array(sentLimit)
    .max(100)
    .transform((sent): QuotaLimit[] => {
      const byResource = new Map(
        sent.map((limit) => [limit.resource, limit.until?.toISOString() ?? null]),
      );
      return Array.from(byResource, ([name, until]) => ({ resource: name, until }));
    });
}
