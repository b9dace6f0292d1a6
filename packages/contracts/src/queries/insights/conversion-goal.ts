import { z } from 'zod';
import { actionIdSchema } from '../../shared/action-id';
import { propertyFilterListSchema } from '../property-filters';

/** Filters for the events that reach the goal. */
const properties = propertyFilterListSchema.nullish();

/** The conversion goal: an action, or an event by its name. */
export const conversionGoalSchema = z.union([
  z.strictObject({ actionId: actionIdSchema, properties }),
  z.strictObject({
    customEventName: z.string().min(1, 'The goal needs the name of an event'),
    properties,
  }),
]);

export type ConversionGoal = z.infer<typeof conversionGoalSchema>;
