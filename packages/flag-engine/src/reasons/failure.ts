import type { Reason } from './reason';

/** Why a flag could not be evaluated; codes and texts are part of the wire format, in the flag's reason. */
export type FailureCode =
  | 'batch_evaluation_panicked'
  | 'cohort_filters_parsing_error'
  | 'data_parsing_error'
  | 'database_unavailable'
  | 'dependency_cycle_cohort'
  | 'dependency_not_found_cohort'
  | 'group_mapping_retry'
  | 'hash_key_override_error'
  | 'person_metadata_unavailable';

const DESCRIPTIONS: Readonly<Record<FailureCode, string>> = {
  batch_evaluation_panicked: 'Flag evaluation failed unexpectedly',
  cohort_filters_parsing_error: 'Stored cohort definition is malformed',
  data_parsing_error: 'Stored flag definition is malformed',
  database_unavailable: 'Stored properties could not be read',
  dependency_cycle_cohort: 'Cohorts refer to each other in a circle',
  dependency_not_found_cohort: 'Cohort membership is not available',
  group_mapping_retry: 'Failed to fetch group mappings',
  hash_key_override_error: 'Failed to read hash key overrides',
  person_metadata_unavailable: 'Person metadata is not available',
};

/**
 * Thrown when an evaluation cannot decide. It ends the flag, never the request: the flag is reported as failed and
 * the evaluation of the others continues.
 */
export class FlagFailure extends Error {
  override readonly name = 'FlagFailure';

  constructor(readonly code: FailureCode) {
    super(DESCRIPTIONS[code]);
  }
}

/** The reason of a failed flag. */
export function failureReason(code: FailureCode): Reason {
  return { code, condition_index: null, description: DESCRIPTIONS[code] };
}
