import { z } from 'zod';
import type { GatedFlag } from './flag-actions';
import { isOn } from './flag-actions';

const partSchema = z.object({ rollout_percentage: z.number().nullish() });
const listSchema = z.array(partSchema).nullish();
const filtersSchema = z.object({
  groups: listSchema,
  super_groups: listSchema,
  holdout_groups: listSchema,
  multivariate: z.object({ variants: listSchema }).nullish(),
});

/** The percentage of a condition that does not specify one. */
const EVERYBODY = 100;

/**
 * All percentages in the filters of a flag, by path (`groups[0].rollout_percentage`). A condition without a
 * percentage counts as 100.
 */
export function rolloutValues(filters: unknown): ReadonlyMap<string, number> {
  const { data } = filtersSchema.safeParse(filters);
  const lists = [
    ['groups', data?.groups],
    ['super_groups', data?.super_groups],
    ['holdout_groups', data?.holdout_groups],
    ['multivariate.variants', data?.multivariate?.variants],
  ] as const;
  return new Map(
    lists.flatMap(([name, parts]) =>
      (parts ?? []).map(({ rollout_percentage: share }, index): [string, number] => [
        `${name}[${index}].rollout_percentage`,
        share ?? EVERYBODY,
      ]),
    ),
  );
}

/** The largest percentage among the conditions of a flag; 0 if the flag is off or does not exist. */
export function rolloutReach(flag: GatedFlag | null): number {
  return flag === null || !isOn(flag) ? 0 : conditionsReach(flag);
}

/** The largest percentage among the conditions of a flag, whether or not it is on. */
export function conditionsReach(flag: Pick<GatedFlag, 'filters'>): number {
  const { data } = filtersSchema.safeParse(flag.filters);
  const groups = [...(data?.groups ?? []), ...(data?.super_groups ?? [])];
  return Math.max(0, ...groups.map(({ rollout_percentage: share }) => share ?? EVERYBODY));
}
