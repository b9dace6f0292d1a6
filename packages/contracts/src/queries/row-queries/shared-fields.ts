import { z } from 'zod';
import { freeObject } from '../free-object';
import { propertyFilterListSchema, propertyFiltersSchema } from '../property-filters';
import { queryModifiersSchema, queryTagsSchema } from '../query-modifiers';

export const columns = z.array(z.string().min(1)).max(200);

/** The filters of rows, the same for events and sessions. */
export const filterFields = {
  where: z.array(z.string()).nullish(),
  properties: propertyFiltersSchema.nullish(),
  fixedProperties: propertyFilterListSchema.nullish(),
  filterTestAccounts: z.boolean().nullish(),
};

/** The order of the rows and the page to return. */
export const pageFields = {
  orderBy: columns.nullish(),
  limit: z.int().nullish(),
  offset: z.int().nullish(),
};

/** A previous response and tags; accepted without effect on the result. */
export const responseFields = {
  tags: queryTagsSchema.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};

/** The fields that all queries have. */
export const queryFields = {
  modifiers: queryModifiersSchema.nullish(),
  name: z.string().nullish(),
  ...responseFields,
};
