import { referencedCohorts } from '@tidemark/contracts';
import type { CohortRepository, FeatureFlag } from '@tidemark/postgres';
import { z } from 'zod';

const groupsSchema = z.array(
  z.looseObject({ properties: z.array(z.looseObject({ type: z.string() })).nullish() }),
);

type Named = Pick<FeatureFlag, 'projectId' | 'filters'>;
export type CohortNames = ReadonlyMap<number, string | null>;

/** The names of the cohorts in the conditions of flags of one project; reads nothing if there are none. */
export async function cohortNamesOf(
  cohorts: Pick<CohortRepository, 'listLive'>,
  flags: readonly Named[],
): Promise<CohortNames> {
  const [first] = flags;
  const asks = flags.some(({ filters }) => referencedCohorts(filters['groups']).size > 0);
  if (first === undefined || !asks) return new Map();
  const live = await cohorts.listLive(first.projectId);
  return new Map(live.map(({ id, name }) => [id, name]));
}

/** The filters as they are shown: cohorts by their current names, null for a deleted one. */
export function withCohortNames(
  filters: FeatureFlag['filters'],
  names: CohortNames,
): Record<string, unknown> {
  const groups = groupsSchema.safeParse(filters['groups']).data;
  if (groups === undefined || referencedCohorts(groups).size === 0) return { ...filters };
  const shown = groups.map((group) => ({
    ...group,
    ...(group.properties && {
      properties: group.properties.map((property) =>
        property.type === 'cohort'
          ? { ...property, cohort_name: names.get(Number(property['value'])) ?? null }
          : property,
      ),
    }),
  }));
  return { ...filters, groups: shown };
}
