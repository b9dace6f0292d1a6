import { z } from 'zod';

/** What counts as converting: an action, or an event by its name. */
export const conversionGoalSchema = z.union([
  z.strictObject({ actionId: z.int() }),
  z.strictObject({ customEventName: z.string().min(1, 'The goal needs the name of an event') }),
]);

export type ConversionGoal = z.infer<typeof conversionGoalSchema>;
