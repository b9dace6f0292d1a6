import type {
  Cohort,
  CohortRepository,
  FeatureFlag,
  FeatureFlagRepository,
  GroupTypeRepository,
} from '@tidemark/postgres';
import type { Translation } from './translate-filters';

export interface ProjectReaders {
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly flags: Pick<FeatureFlagRepository, 'listLive'>;
  readonly groupTypes: Pick<GroupTypeRepository, 'list'>;
}

/** What the flags of a project can name. */
export interface ProjectContents {
  readonly projectId: number;
  readonly cohorts: readonly Cohort[];
  readonly flags: readonly FeatureFlag[];
  readonly groupTypes: readonly { readonly groupType: string; readonly groupTypeIndex: number }[];
}

export async function readContents(
  { cohorts, flags, groupTypes }: ProjectReaders,
  projectId: number,
): Promise<ProjectContents> {
  const [liveCohorts, liveFlags, types] = await Promise.all([
    cohorts.listLive(projectId),
    flags.listLive(projectId),
    groupTypes.list(projectId),
  ]);
  return { projectId, cohorts: liveCohorts, flags: liveFlags, groupTypes: types };
}

/** Names in place of numbers, so that filters of two projects can be compared. */
export function namesOf({ cohorts, flags, groupTypes }: ProjectContents): Translation {
  const cohortNames = new Map(cohorts.map(({ id, name }) => [id, name ?? undefined]));
  const flagKeys = new Map(flags.map(({ id, key }) => [id, key]));
  const typeNames = new Map(
    groupTypes.map(({ groupTypeIndex, groupType }) => [groupTypeIndex, groupType]),
  );
  return {
    cohort: (id) => cohortNames.get(id),
    flag: (id) => flagKeys.get(id),
    groupType: (index) => typeNames.get(index),
  };
}
