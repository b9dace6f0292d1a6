import { z } from 'zod';
import { freeObject } from '../free-object';
import { queryModifiersSchema, queryTagsSchema } from '../query-modifiers';

const sourceSchema = z.looseObject({ kind: z.string() });

const valueSchema = z.union([z.string(), z.number()]);

const sharedFields = {
  source: sourceSchema,
  includeRecordings: z.boolean().nullish(),
  modifiers: queryModifiersSchema.nullish(),
  tags: queryTagsSchema.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};

/**
 * The point of an insight whose actors are requested; parameters that do not apply to the insight are ignored
 * (`docs/wire/insights-trends.md#trends-actors`).
 */
const pointFields = {
  /** The start of the interval as text; for stickiness, the number of intervals. */
  day: valueSchema.nullish(),
  /** Index of the series. */
  series: z.int().min(0).nullish(),
  breakdown: z.union([valueSchema, z.array(valueSchema)]).nullish(),
  compare: z.enum(['current', 'previous']).nullish(),
  /** Row of a retention table. */
  interval: z.int().min(0).nullish(),
  /** The status of the actors; for a lifecycle only. */
  status: z.enum(['new', 'returning', 'resurrecting', 'dormant']).nullish(),
};

/** The actors behind a point of an insight. */
export const insightActorsQuerySchema = z.strictObject({
  kind: z.literal('InsightActorsQuery'),
  ...pointFields,
  ...sharedFields,
});

/** The actors that were active in a given number of intervals (`docs/wire/insights-others.md#stickiness-actors`). */
export const stickinessActorsQuerySchema = z.strictObject({
  kind: z.literal('StickinessActorsQuery'),
  operator: z.enum(['gte', 'lte', 'exact']).nullish(),
  ...pointFields,
  ...sharedFields,
});

/** The parameters that `InsightActorsQuery` accepts for an insight. */
export const insightActorsQueryOptionsSchema = z.strictObject({
  kind: z.literal('InsightActorsQueryOptions'),
  ...sharedFields,
});

export type InsightActorsQuery = z.infer<typeof insightActorsQuerySchema>;
export type StickinessActorsQuery = z.infer<typeof stickinessActorsQuerySchema>;
export type InsightActorsQueryOptions = z.infer<typeof insightActorsQueryOptionsSchema>;
