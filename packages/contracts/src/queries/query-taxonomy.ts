import { z } from 'zod';
import { freeObject } from './free-object';
import { queryModifiersSchema, queryTagsSchema } from './query-modifiers';
import { actionIdSchema } from '../shared/action-id';

const sharedFields = {
  modifiers: queryModifiersSchema.nullish(),
  tags: queryTagsSchema.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};

const page = {
  limit: z.int().min(1).max(10_000).nullish(),
  offset: z.int().min(0).nullish(),
};

const names = z.array(z.string().min(1)).max(200);
const maxPropertyValues = z.int().min(1).max(1_000).nullish();

/** The names of events of the last 30 days by frequency. */
export const teamTaxonomyQuerySchema = z.strictObject({
  kind: z.literal('TeamTaxonomyQuery'),
  ...page,
  ...sharedFields,
});

/** Properties of an event or an action in the last 30 days, with examples of their values. */
export const eventTaxonomyQuerySchema = z.strictObject({
  kind: z.literal('EventTaxonomyQuery'),
  event: z.string().nullish(),
  actionId: actionIdSchema.nullish(),
  /** Restricts the response to these properties, with their values by frequency. */
  properties: names.nullish(),
  maxPropertyValues,
  ...page,
  ...sharedFields,
});

/** Examples of values of properties of persons or groups. */
export const actorsPropertyTaxonomyQuerySchema = z.strictObject({
  kind: z.literal('ActorsPropertyTaxonomyQuery'),
  properties: names.min(1),
  groupTypeIndex: z.int().min(0).max(4).nullish(),
  maxPropertyValues,
  ...sharedFields,
});

/** Existing values of a property of events or persons, for selection. */
export const propertyValuesQuerySchema = z.strictObject({
  kind: z.literal('PropertyValuesQuery'),
  property_type: z.enum(['event', 'person']),
  property_key: z.string().min(1).max(400),
  search_value: z.string().nullish(),
  /** Only properties of these events. */
  event_names: z.array(z.string()).max(200).nullish(),
  /** Whether the key is a column of the table of events, such as `event`. */
  is_column: z.boolean().nullish(),
  ...sharedFields,
});

export type TeamTaxonomyQuery = z.infer<typeof teamTaxonomyQuerySchema>;
export type EventTaxonomyQuery = z.infer<typeof eventTaxonomyQuerySchema>;
export type ActorsPropertyTaxonomyQuery = z.infer<typeof actorsPropertyTaxonomyQuerySchema>;
export type PropertyValuesQuery = z.infer<typeof propertyValuesQuerySchema>;
