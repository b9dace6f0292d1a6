import { z } from 'zod';

const simpleSchema = z.object({
  groups: z.tuple([
    z.object({
      properties: z.array(z.unknown()).max(0).nullish(),
      rollout_percentage: z.number().nullish(),
    }),
  ]),
  aggregation_group_type_index: z.null().optional(),
});

/**
 * The rollout of a simple flag (one condition, no properties, about persons): a percentage, or null for
 * everybody. Undefined when the flag is not simple.
 */
export function simpleRollout(filters: unknown): number | null | undefined {
  const simple = simpleSchema.safeParse(filters);
  return simple.success ? (simple.data.groups[0].rollout_percentage ?? null) : undefined;
}
