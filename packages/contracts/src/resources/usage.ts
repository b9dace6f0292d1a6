import { z } from 'zod';
import type { quotaResources } from './quotas';

/** What is counted, by the names of quotas. */
export const usageResources = [
  'events',
  'exceptions',
  'surveys',
  'llm_events',
  'recordings',
  'feature_flags',
  'rows_exported',
] as const satisfies readonly (typeof quotaResources)[number][];

export type UsageResource = (typeof usageResources)[number];

/** Numbers per calendar month (UTC); a resource without one has no limit. */
export type UsageLimits = Readonly<Partial<Record<UsageResource, number>>>;

export type UsageCounts = Readonly<Partial<Record<UsageResource, number>>>;

const limit = z.int().min(0).max(1_000_000_000_000);
const shape = Object.fromEntries(usageResources.map((name) => [name, limit.nullish()])) as Record<
  UsageResource,
  z.ZodOptional<z.ZodNullable<typeof limit>>
>;

/** The whole document as a client sets it; null and absent mean no limit. */
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
  /** One for each day or month, also without usage. */
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
        /** All projects of the organization. */
        organization_used: z.int(),
        organization_limit: z.int().nullable(),
        /** The quota is used up, because of a limit or of `quota_limited_resources`. */
        is_limited: z.boolean(),
      }),
    ),
  }),
});
