import { z } from 'zod';
import { propertyFilterListSchema, propertyFiltersSchema } from '../property-filters';
import { columns, pageFields, queryFields } from './shared-fields';

/**
 * `ActorsQuery` (`docs/wire/query-kinds.md#actors-fields`): persons or groups, all of them or those behind another
 * query.
 */
export const actorsQuerySchema = z.strictObject({
  kind: z.literal('ActorsQuery'),
  source: z.looseObject({ kind: z.string() }).nullish(),
  select: columns.nullish(),
  search: z.string().nullish(),
  properties: propertyFiltersSchema.nullish(),
  fixedProperties: propertyFilterListSchema.nullish(),
  ...pageFields,
  ...queryFields,
});

export type ActorsQueryBody = z.infer<typeof actorsQuerySchema>;
