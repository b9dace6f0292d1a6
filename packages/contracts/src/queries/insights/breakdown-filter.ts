import { z } from 'zod';
import { groupTypeIndexSchema } from './fields';

export const breakdownTypes = [
  'event',
  'person',
  'group',
  'session',
  'hogql',
  'cohort',
  'event_metadata',
  'data_warehouse',
  'data_warehouse_person_property',
  'revenue_analytics',
] as const;

export type BreakdownType = (typeof breakdownTypes)[number];

const MAX_BREAKDOWNS = 3;

const breakdownSchema = z.strictObject({
  property: z.union([z.string(), z.number()]),
  type: z.enum(breakdownTypes).nullish(),
  group_type_index: groupTypeIndexSchema.nullish(),
  histogram_bin_count: z.int().min(1).max(10_000).nullish(),
  normalize_url: z.boolean().nullish(),
});

/** `breakdownFilter` (`docs/wire/insights-trends.md#breakdown-filter`). */
export const breakdownFilterSchema = z.strictObject({
  breakdown: z
    .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
    .nullish(),
  breakdown_type: z.enum(breakdownTypes).nullish(),
  breakdowns: z
    .array(breakdownSchema)
    .max(MAX_BREAKDOWNS, `At most ${MAX_BREAKDOWNS} breakdowns`)
    .nullish(),
  breakdown_limit: z.int().min(1).max(10_000).nullish(),
  breakdown_hide_other_aggregation: z.boolean().nullish(),
  breakdown_group_type_index: groupTypeIndexSchema.nullish(),
  breakdown_normalize_url: z.boolean().nullish(),
  breakdown_histogram_bin_count: z.int().min(1).max(10_000).nullish(),
  breakdown_path_cleaning: z.boolean().nullish(),
});

export type Breakdown = z.infer<typeof breakdownSchema>;
export type BreakdownFilter = z.infer<typeof breakdownFilterSchema>;
