import type { CohortBody } from '@tidemark/contracts';
import { hasBehavioralFilters } from '@tidemark/contracts';
import type { Cohort, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';
import { COHORT_FIELDS } from '@tidemark/postgres';
import { wireFields } from '../wire-fields';

export function cohortBody(cohort: Cohort, creator: User | null): CohortBody {
  return {
    id: cohort.id,
    ...wireFields(COHORT_FIELDS.toWire(cohort)),
    filters: { ...(cohort.filters ?? { properties: {} }) },
    query: shownQuery(cohort),
    version: cohort.version,
    is_calculating: cohort.isCalculating,
    created_by: creator === null ? null : userBasicBody(creator),
    created_at: wireTime(cohort.createdAt),
    last_calculation: wireTimeOrNull(cohort.lastCalculation),
    errors_calculating: cohort.errorsCalculating,
    last_error_message: cohort.lastError,
    count: cohort.count,
    cohort_type: cohortType(cohort),
    experiment_set: cohort.experimentId === null ? [] : [cohort.experimentId],
  };
}

/** The query as the API shows it, without our note that the cohort was created from a flag or another cohort. */
function shownQuery({ query }: Cohort): CohortBody['query'] {
  const { kind } = query ?? {};
  return query === null || kind === 'FeatureFlag' || kind === 'Cohort' ? null : { ...query };
}

function cohortType({ isStatic, filters }: Cohort): CohortBody['cohort_type'] {
  if (isStatic) return 'static';
  return filters !== null && hasBehavioralFilters(filters) ? 'behavioral' : 'person_property';
}
