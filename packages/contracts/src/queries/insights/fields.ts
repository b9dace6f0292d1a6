import { z } from 'zod';
import { freeObject } from '../free-object';
import { propertyFiltersSchema } from '../property-filters';
import { queryModifiersSchema, queryTagsSchema } from '../query-modifiers';

/** `dateRange` of an insight (`docs/wire/insights.md#date-ranges`). */
export const insightDateRangeSchema = z.strictObject({
  date_from: z.string().nullish(),
  date_to: z.string().nullish(),
  explicitDate: z.boolean().nullish(),
  excludeIncompletePeriods: z.boolean().nullish(),
  daysOfWeek: z.array(z.int().min(1).max(7)).nullish(),
});

export const intervalSchema = z.enum([
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
]);

/** The index of a project's group type. */
export const groupTypeIndexSchema = z.int().min(0).max(4);

/** `compareFilter` (`docs/wire/insights.md#comparison`). */
export const compareFilterSchema = z.strictObject({
  compare: z.boolean().nullish(),
  compare_to: z.string().nullish(),
});

export type CompareFilter = z.infer<typeof compareFilterSchema>;

/** The fields that all insights have (`docs/wire/insights.md#common-fields`). */
export const sharedInsightFields = {
  dateRange: insightDateRangeSchema.nullish(),
  filterTestAccounts: z.boolean().nullish(),
  properties: propertyFiltersSchema.nullish(),
  aggregation_group_type_index: groupTypeIndexSchema.nullish(),
  samplingFactor: z.number().min(0).max(1).nullish(),
  dataColorTheme: z.number().nullish(),
  tags: queryTagsSchema.nullish(),
  modifiers: queryModifiersSchema.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};

/** The fields that all queries for the actors of an insight have. */
export const sharedActorsFields = {
  tags: queryTagsSchema.nullish(),
  modifiers: queryModifiersSchema.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};
