import { z } from 'zod';
import { propertyFiltersSchema } from '../property-filters';
import { columns, pageFields, queryFields } from './shared-fields';

/** Groups of one type. */
export const groupsQuerySchema = z.strictObject({
  kind: z.literal('GroupsQuery'),
  group_type_index: z.int().min(0).max(4),
  /** Expressions, or `group_name`. */
  select: columns.nullish(),
  search: z.string().nullish(),
  properties: propertyFiltersSchema.nullish(),
  ...pageFields,
  ...queryFields,
});

export type GroupsQueryBody = z.infer<typeof groupsQuerySchema>;
