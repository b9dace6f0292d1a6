import { z } from 'zod';
import { freeObject } from './free-object';
import { propertyFilterListSchema } from './property-filters';
import { queryKinds } from './query-kinds';
import { queryModifiersSchema, queryTagsSchema } from './query-modifiers';

/** `refresh` of POST query (`docs/wire/query.md#refresh`). */
export const refreshModes = [
  'blocking',
  'async',
  'lazy_async',
  'async_except_on_cache_miss',
  'force_blocking',
  'force_async',
  'force_cache',
] as const;

export type RefreshMode = (typeof refreshModes)[number];

/**
 * `filters_override` (`docs/wire/query.md#filters-override`): the filters of a dashboard that can be applied to a
 * query.
 */
export const filtersOverrideSchema = z.strictObject({
  date_from: z.string().nullish(),
  date_to: z.string().nullish(),
  explicitDate: z.boolean().nullish(),
  properties: propertyFilterListSchema.nullish(),
  breakdown_filter: freeObject.nullish(),
  interval: z.string().nullish(),
  filterTestAccounts: z.boolean().nullish(),
});

/** The body of POST query; unknown keys are rejected. `query` is validated later with the schema of its kind. */
export const queryRequestSchema = z.strictObject({
  query: z.looseObject({ kind: z.enum(queryKinds) }),
  refresh: z.enum(refreshModes).nullish(),
  client_query_id: z.string().max(400).nullish(),
  /** Deprecated; true means `refresh: "async"` and has precedence over `refresh`. */
  async: z.boolean().nullish(),
  filters_override: filtersOverrideSchema.nullish(),
  variables_override: z.record(z.string(), freeObject).nullish(),
  /** Tidemark only: the number of rows of a page; the response contains a `nextCursor` for the next page. */
  page_size: z.int().min(1).nullish(),
  /** Tidemark only: the `nextCursor` of the previous page. */
  cursor: z.string().max(1_000).nullish(),
  name: z.string().nullish(),
  limit_context: z.literal('posthog_ai').nullish(),
  /** A credential, not part of the query. */
  personal_api_key: z.string().optional(),
});

export type QueryRequestBody = z.infer<typeof queryRequestSchema>;

/** Dates are relative, ISO 8601, or `all`. */
const dateRangeSchema = z.strictObject({
  date_from: z.string().nullish(),
  date_to: z.string().nullish(),
  explicitDate: z.boolean().nullish(),
});

const hogQLFiltersSchema = z.strictObject({
  properties: propertyFilterListSchema.nullish(),
  dateRange: dateRangeSchema.nullish(),
  filterTestAccounts: z.boolean().nullish(),
  interval: z.string().nullish(),
  breakdownFilter: freeObject.nullish(),
});

/** `HogQLQuery` (`docs/wire/query.md#hogql-query-fields`). */
export const hogQLQuerySchema = z.strictObject({
  kind: z.literal('HogQLQuery'),
  query: z.string(),
  values: freeObject.nullish(),
  /** Variables by id: `{variableId, code_name, value, isNull}`. */
  variables: z.record(z.string(), freeObject).nullish(),
  filters: hogQLFiltersSchema.nullish(),
  modifiers: queryModifiersSchema.nullish(),
  explain: z.boolean().nullish(),
  name: z.string().nullish(),
  tags: queryTagsSchema.nullish(),
  connectionId: z.string().nullish(),
  sendRawQuery: z.boolean().nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
});

export type HogQLQueryBody = z.infer<typeof hogQLQuerySchema>;
