export * from './action-references';
export * from './actions';
export * from './activity-log';
export * from './batch-export-destinations';
export * from './batch-exports';
export * from './channels';
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
export * from './early-access-features';
export * from './error-body';
export * from './event-batch';
export * from './events';
export * from './export-job';
export * from './feature-flag-filters';
export * from './feature-flag-properties';
export * from './feature-flags';
export * from './flag-blast-radius';
export * from './flag-evaluation';
export * from './groups';
export * from './ingest-entry';
export * from './ingest-warning';
export * from './ingestion-warnings';
export * from './insights';
export * from './log-entry';
export * from './logins';
export * from './organizations';
export * from './page';
export * from './partition-key';
export * from './personal-api-keys';
export * from './persons';
export * from './projects';
export * from './insight-variables';
export * from './query';
export * from './query-editor';
export * from './query-events';
export * from './query-job';
export * from './query-kinds';
export * from './query-status';
export * from './quotas';
export * from './replay-entry';
export * from './saved-insights';
export * from './scopes';
export * from './sent-event';
export * from './squash-report';
export * from './sdk-lists';
export * from './surveys';
export * from './taxonomy';
export * from './uploaded-file';
export * from './users';
export * from './warehouse-tables';
export * from './wire-fields';
