export * from './action-references';
export * from './actions';
export * from './activity-log';
export * from './alerts';
export * from './annotations';
export * from './batch-export-destinations';
export * from './batch-exports';
export type {
  CohortBehavioralFilter,
  CohortLeaf,
  CohortPersonFilter,
  CohortPersonMetadataFilter,
} from './cohort-filter-leaves';
export * from './cohort-filters';
export * from './cohort-groups';
export * from './cohort-references';
export * from './cohorts';
export * from './dashboards';
export * from './delivery-jobs';
export * from './early-access-features';
export * from './events';
export { variantProblem } from './experiment-documents';
export * from './experiments';
export * from './event-deletions';
export * from './export-job';
export * from './feature-flag-filters';
export * from './feature-flag-properties';
export * from './feature-flags';
export * from './flag-blast-radius';
export * from './flag-evaluation';
export * from './flag-test-evaluation';
export * from './groups';
export * from './ingestion-rules';
export * from './hog-functions';
export * from './ingestion-warnings';
export * from './insight-variables';
export * from './logins';
export * from './mcp-tools';
export * from './members';
export * from './organizations';
export * from './personal-api-keys';
export * from './persons';
export * from './profile';
export * from './project-secret-keys';
export * from './projects';
export * from './sdk-settings';
export * from './quotas';
export * from './sample-data';
export * from './saved-insights';
export * from './saved-views';
export * from './second-factors';
export * from './scheduled-changes';
export * from './instance-status';
export * from './surveys';
export * from './table-joins';
export * from './taxonomy';
export * from './users';
export * from './warehouse-tables';
