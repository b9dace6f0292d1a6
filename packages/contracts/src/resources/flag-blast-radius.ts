import { z } from 'zod';
import { flagPropertySchema, flagPropertyTypes } from './feature-flag-properties';

/** A property filter; persons can also be counted by the columns of the person. */
const propertySchema = flagPropertySchema.extend({
  type: z.enum([...flagPropertyTypes, 'person_metadata']),
});

/** A condition set that need not be saved. It selects persons unless there is a group type. */
export const blastRadiusRequestSchema = z.object({
  condition: z
    .object({
      properties: z.array(propertySchema).max(500).nullish(),
      /** Ignored. */
      rollout_percentage: z.number().min(0).max(100).nullish(),
    })
    .nullish(),
  group_type_index: z.int().min(0).max(4).nullish(),
});

export type BlastRadiusCondition = NonNullable<
  z.output<typeof blastRadiusRequestSchema>['condition']
>;

export const blastRadiusSchema = z.object({ users_affected: z.int(), total_users: z.int() });
