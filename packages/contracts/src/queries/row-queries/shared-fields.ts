import { z } from 'zod';

export const freeObject = z.record(z.string(), z.unknown());
export const columns = z.array(z.string().min(1)).max(200);

/** Property filters: a list, or groups of them. */
export const propertyFiltersSchema = z.union([z.array(freeObject), freeObject]);

/** Which rows: of events as of sessions. */
export const filterFields = {
  where: z.array(z.string()).nullish(),
  properties: propertyFiltersSchema.nullish(),
  fixedProperties: z.array(freeObject).nullish(),
  filterTestAccounts: z.boolean().nullish(),
};

/** Which of these rows, and in which order. */
export const pageFields = {
  orderBy: columns.nullish(),
  limit: z.int().nullish(),
  offset: z.int().nullish(),
};

/** What was returned before, and tags, which nothing is made of. */
export const responseFields = {
  tags: freeObject.nullish(),
  response: freeObject.nullish(),
  version: z.number().nullish(),
};

/** What every query may say of itself. */
export const queryFields = {
  modifiers: freeObject.nullish(),
  name: z.string().nullish(),
  ...responseFields,
};
