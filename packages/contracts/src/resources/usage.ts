import { z } from 'zod';
import type { quotaResources } from './quotas';

/** Resources whose usage is counted, with the names of quotas. */
export const usageResources = [
  'events',
  'exceptions',
  'surveys',
  'llm_events',
  'recordings',
  'feature_flags',
  'rows_exported',
  'deliveries',
] as const satisfies readonly (typeof quotaResources)[number][];

export type UsageResource = (typeof usageResources)[number];

/** Limits per calendar month (UTC); a resource that is not listed has no limit. */
export type UsageLimits = Readonly<Partial<Record<UsageResource, number>>>;

export type UsageCounts = Readonly<Partial<Record<UsageResource, number>>>;

const limit = z.int().min(0).max(1_000_000_000_000);
const shape = Object.fromEntries(usageResources.map((name) => [name, limit.nullish()])) as Record<
  UsageResource,
  z.ZodOptional<z.ZodNullable<typeof limit>>
>;

/** The whole document as a client sends it; null and absent both mean no limit. */
export function usageLimitsInput() {
  return z.strictObject(shape).transform((given): UsageLimits => {
    const set = Object.entries(given).filter(([, value]) => typeof value === 'number');
    return Object.fromEntries(set);
  });
}

export const usageLimitsSchema = z.partialRecord(z.enum(usageResources), limit);

const day = z.iso.date();

/** `GET …/usage/`: days or months, both bounds inclusive, UTC. */
export const usageQuerySchema = z.object({
  date_from: day.optional(),
  date_to: day.optional(),
  interval: z.enum(['day', 'month']).default('day'),
});

const counts = Object.fromEntries(usageResources.map((name) => [name, z.int()])) as Record<
  UsageResource,
  z.ZodInt
>;

export const usageBodySchema = z.object({
  interval: z.enum(['day', 'month']),
  date_from: z.string(),
  date_to: z.string(),
  /** One item per day or month, also for those without usage. */
  results: z.array(z.object({ date: z.string(), ...counts })),
  /** The current month. */
  month: z.object({
    from: z.string(),
    resets_at: z.string(),
    resources: z.array(
      z.object({
        resource: z.enum(usageResources),
        used: z.int(),
        limit: z.int().nullable(),
        /** The usage of all projects of the organization. */
        organization_used: z.int(),
        organization_limit: z.int().nullable(),
        /** Whether the quota is used up, by a limit or because of `quota_limited_resources`. */
        is_limited: z.boolean(),
      }),
    ),
  }),
});
