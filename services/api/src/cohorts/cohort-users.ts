import { referencedCohorts } from '@tidemark/contracts';
import type {
  Cohort,
  CohortRepository,
  FeatureFlag,
  FeatureFlagRepository,
  Insight,
  InsightRepository,
} from '@tidemark/postgres';

/** The stored items of a project that name a cohort. */
export interface CohortUsers {
  /** Live ones, switched off or not. */
  readonly flags: readonly FeatureFlag[];
  readonly insights: readonly Insight[];
  readonly cohorts: readonly Cohort[];
}

export interface CohortUserDeps {
  readonly flags: Pick<FeatureFlagRepository, 'listLive'>;
  readonly insights: Pick<InsightRepository, 'listQueries'>;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
}

/** The items that name a cohort, directly or through other cohorts, by id. */
export async function usersOfCohort(
  deps: CohortUserDeps,
  projectId: number,
  id: number,
): Promise<CohortUsers> {
  const [flags, insights, cohorts] = await Promise.all([
    deps.flags.listLive(projectId),
    deps.insights.listQueries(projectId),
    deps.cohorts.listLive(projectId),
  ]);
  return {
    flags: flags.filter(({ filters }) => referencedCohorts(filters).has(id)),
    insights: insights.filter(({ query }) => namesCohort(query, id)),
    cohorts: cohorts.filter(
      (cohort) => cohort.id !== id && referencedCohorts(cohort.filters).has(id),
    ),
  };
}

/** Whether a filter names the cohort, or a breakdown, which contains only ids. */
function namesCohort(query: unknown, id: number): boolean {
  return referencedCohorts(query).has(id) || breakdownCohorts(query).has(id);
}

function breakdownCohorts(document: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  const waiting: unknown[] = [document];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { breakdown_type: type, breakdown } = value as Readonly<Record<string, unknown>>;
    if (type === 'cohort') for (const one of [breakdown].flat()) ids.add(Number(one));
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return ids;
}
