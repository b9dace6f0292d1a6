import { z } from 'zod';

const filtersSchema = z.object({
  groups: z
    .array(
      z.object({
        properties: z.array(z.unknown()).nullish(),
        rollout_percentage: z.number().nullish(),
        variant: z.string().nullish(),
      }),
    )
    .default([]),
  multivariate: z
    .object({
      variants: z
        .array(z.object({ key: z.string(), rollout_percentage: z.number().nullish() }))
        .default([]),
    })
    .nullish(),
});

export interface Rollout {
  readonly state: 'fully_rolled_out' | 'not_rolled_out' | 'partial';
  /** The variant that everyone gets from a multivariate flag that is fully rolled out. */
  readonly variant: string | null;
}

/**
 * How far a flag is rolled out, by its conditions alone. Everybody gets the same response when a condition
 * without properties takes in 100 % (said, not left out) and there is one variant to get.
 */
export function rolloutOf(filters: unknown): Rollout {
  const { groups, multivariate } = filtersSchema.safeParse(filters).data ?? { groups: [] };
  const variants = multivariate?.variants ?? [];
  const open = groups.filter(
    (group) => group.rollout_percentage === 100 && (group.properties ?? []).length === 0,
  );
  if (variants.length === 0 && (open.length > 0 || groups.length === 0)) {
    return { state: 'fully_rolled_out', variant: null };
  }
  const variant =
    open.find((group) => (group.variant ?? '') !== '')?.variant ??
    variants.find(({ rollout_percentage }) => rollout_percentage === 100)?.key;
  if (open.length > 0 && variant !== undefined) return { state: 'fully_rolled_out', variant };
  const isClosed = groups.every((group) => group.rollout_percentage === 0);
  return { state: groups.length > 0 && isClosed ? 'not_rolled_out' : 'partial', variant: null };
}
