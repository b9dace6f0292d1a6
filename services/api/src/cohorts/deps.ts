import type {
  CohortRepository,
  FeatureFlagRepository,
  InsightRepository,
  StaticMembers,
  UserRepository,
} from '@tidemark/postgres';
import type { CohortsChanged } from './cohorts-changed';

/** The dependencies of the cohort routes. */
export interface CohortRouteDeps {
  readonly cohorts: CohortRepository;
  readonly members: StaticMembers;
  readonly flags: Pick<FeatureFlagRepository, 'listLive'>;
  readonly insights: Pick<InsightRepository, 'listQueries'>;
  readonly users: UserRepository;
  readonly changed: CohortsChanged;
}
