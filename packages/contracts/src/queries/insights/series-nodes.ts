import { z } from 'zod';
import { actionIdSchema } from '../../shared/action-id';
import { propertyFiltersSchema } from '../property-filters';
import { freeObject } from '../free-object';
import { groupTypeIndexSchema } from './fields';

/** All aggregations of the events of a series (`docs/wire/insights-trends.md#math-list`). */
export const seriesMaths = [
  'total',
  'dau',
  'weekly_active',
  'monthly_active',
  'unique_session',
  'unique_group',
  'first_time_for_user',
  'first_matching_event_for_user',
  'first_time_for_user_with_filters',
  'avg',
  'sum',
  'min',
  'max',
  'median',
  'p75',
  'p90',
  'p95',
  'p99',
  'avg_count_per_actor',
  'min_count_per_actor',
  'max_count_per_actor',
  'median_count_per_actor',
  'p75_count_per_actor',
  'p90_count_per_actor',
  'p95_count_per_actor',
  'p99_count_per_actor',
  'hogql',
] as const;

export type SeriesMath = (typeof seriesMaths)[number];

const sharedNodeFields = {
  name: z.string().nullish(),
  custom_name: z.string().nullish(),
  math: z.enum(seriesMaths).nullish(),
  math_multiplier: z.number().nullish(),
  math_property: z.string().nullish(),
  math_property_type: z.string().nullish(),
  math_property_revenue_currency: freeObject.nullish(),
  math_hogql: z.string().nullish(),
  math_group_type_index: groupTypeIndexSchema.nullish(),
  properties: propertyFiltersSchema.nullish(),
  fixedProperties: propertyFiltersSchema.nullish(),
  optionalInFunnel: z.boolean().nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};

export const eventsNodeSchema = z.strictObject({
  kind: z.literal('EventsNode'),
  /** Null means all events. */
  event: z.string().nullish(),
  limit: z.int().nullish(),
  orderBy: z.array(z.string()).nullish(),
  ...sharedNodeFields,
});

export const actionsNodeSchema = z.strictObject({
  kind: z.literal('ActionsNode'),
  id: actionIdSchema,
  ...sharedNodeFields,
});

export const dataWarehouseNodeSchema = z.strictObject({
  kind: z.literal('DataWarehouseNode'),
  id: z.string(),
  id_field: z.string(),
  table_name: z.string(),
  timestamp_field: z.string(),
  distinct_id_field: z.string(),
  dw_source_type: z.string().nullish(),
  ...sharedNodeFields,
});

/** A table with the columns, or expressions over columns, that lifecycle needs. */
export const lifecycleDataWarehouseNodeSchema = z.strictObject({
  kind: z.literal('LifecycleDataWarehouseNode'),
  id: z.string(),
  table_name: z.string(),
  timestamp_field: z.string(),
  aggregation_target_field: z.string(),
  created_at_field: z.string(),
  dw_source_type: z.string().nullish(),
  ...sharedNodeFields,
});

/** Events and actions that are counted as one series. */
export const groupNodeSchema = z.strictObject({
  kind: z.literal('GroupNode'),
  operator: z.literal('OR'),
  nodes: z
    .array(z.discriminatedUnion('kind', [eventsNodeSchema, actionsNodeSchema]))
    .min(2, 'A group needs at least two events or actions'),
  ...sharedNodeFields,
});

export const seriesNodeSchema = z.discriminatedUnion('kind', [
  eventsNodeSchema,
  actionsNodeSchema,
  dataWarehouseNodeSchema,
  groupNodeSchema,
]);

/** The nodes that a lifecycle series can have. */
export const lifecycleNodeSchema = z.discriminatedUnion('kind', [
  eventsNodeSchema,
  actionsNodeSchema,
  dataWarehouseNodeSchema,
  groupNodeSchema,
  lifecycleDataWarehouseNodeSchema,
]);

export type EventsNode = z.infer<typeof eventsNodeSchema>;
export type ActionsNode = z.infer<typeof actionsNodeSchema>;
export type SeriesNode = z.infer<typeof seriesNodeSchema>;
export type LifecycleNode = z.infer<typeof lifecycleNodeSchema>;
export type LifecycleDataWarehouseNode = z.infer<typeof lifecycleDataWarehouseNodeSchema>;
