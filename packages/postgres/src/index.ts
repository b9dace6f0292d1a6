export type { Action, ActionFields, ActionStep, StringMatching } from './actions/action';
export { ACTION_FIELDS } from './actions/action';
export type { ActionListQuery, ActionOrderField } from './actions/action-list';
export { createActionRepository } from './actions/action-repository';
export type { ActionRepository, SaveActionResult } from './actions/action-repository';
export { findGoalActions, findReferencedActions } from './actions/referenced-actions';
export * from './activity-log';
export * from './alerts';
export * from './subscriptions';
export * from './imports';
export * from './annotations';
export * from './batch-exports';
export { bootstrap } from './bootstrap';
export type { BootstrapKeys } from './bootstrap';
export { recordDeadLetters } from './operations/dead-letter-history';
export { readDatabaseStatus } from './operations/database-status';
export type { DatabaseStatus } from './operations/database-status';
export * from './cohorts';
export { createSiblingDatabase } from './create-database';
export { createDatabase } from './database';
export type { Database, DatabaseOptions } from './database';
export type {
  EarlyAccessFeature,
  EarlyAccessFeatureFields,
  OfferedFeature,
} from './early-access/early-access-feature';
export { FEATURE_FIELDS } from './early-access/early-access-feature';
export * from './ingestion-rules';
export { INSIGHT_VARIABLE_FIELDS } from './insight-variables/insight-variable';
export type { InsightVariable, InsightVariableFields } from './insight-variables/insight-variable';
export { createInsightVariableRepository } from './insight-variables/insight-variable-repository';
export type { InsightVariableRepository } from './insight-variables/insight-variable-repository';
export { createEarlyAccessRepository } from './early-access/early-access-repository';
export type { EarlyAccessRepository } from './early-access/early-access-repository';
export * from './dashboards';
export * from './destinations';
export * from './backup';
export * from './embedded';
export { iterationStartDates } from './surveys/iterations';
export type { SurveyTargeting } from './surveys/save-survey';
export type { OfferedSurvey, Survey, SurveyFields } from './surveys/survey';
export { SURVEY_FIELDS } from './surveys/survey';
export { createSurveyRepository } from './surveys/survey-repository';
export type { SurveyRepository } from './surveys/survey-repository';
export * from './approvals';
export { ApprovalRequiredError } from './feature-flags/approval-gate';
export type { GatedChange } from './feature-flags/approval-gate';
export type { FeatureFlag, FeatureFlagFields } from './feature-flags/feature-flag';
export { FLAG_FIELDS } from './feature-flags/feature-flag';
export { loggedFlagFields } from './feature-flags/flag-history';
export type { FlagHashKeyStore, HashKeys, PersonHashKeys } from './feature-flags/flag-hash-keys';
export { createFlagHashKeyStore } from './feature-flags/flag-hash-keys';
export { createFeatureFlagRepository } from './feature-flags/feature-flag-repository';
export { FLAG_ORDER_FIELDS } from './feature-flags/flag-list';
export type { FeatureFlagListQuery, FlagFilterQuery } from './feature-flags/flag-list';
export type { FeatureFlagRepository } from './feature-flags/feature-flag-repository';
export type { FlagChange, SaveFeatureFlagResult } from './feature-flags/update-flag';
export { createUsageDashboards } from './feature-flags/usage-dashboard';
export type { UsageDashboards } from './feature-flags/usage-dashboard';
export { saveFlagViews } from './feature-flags/save-flag-views';
export type { FlagView } from './feature-flags/save-flag-views';
export { saveFlagCalls } from './feature-flags/save-flag-calls';
export type { FlagCall } from './feature-flags/save-flag-calls';
export * from './event-deletions';
export * from './usage';
export type { UsageLog } from './schema';
export * from './experiments';
export * from './groups';
export * from './environments';
export * from './erasure';
export * from './flag-references';
export * from './identity';
export { createInstallationRegister } from './installation';
export * from './insights';
export * from './internal-events';
export { createPartitionFences, FencedError } from './ingest-fences/partition-fences';
export type { PartitionFences, PartitionTokens } from './ingest-fences/partition-fences';
export {
  generatePersonalApiKey,
  generateProjectToken,
  hashPersonalApiKey,
  hashProjectSecretKey,
  PROJECT_SECRET_PREFIX,
} from './keys';
export * from './logins';
export * from './members';
export { migrate } from './migrate';
export type { AppliedMigration } from './migrate';
export { SchemaDriftError } from './migrations/plan-migrations';
export type { Page, PageRequest } from './page';
export type { PersonalApiKey } from './personal-api-keys/personal-api-key';
export { createPersonalApiKeyRepository } from './personal-api-keys/personal-api-key-repository';
export type {
  NewPersonalApiKey,
  PersonalApiKeyRepository,
} from './personal-api-keys/personal-api-key-repository';
export type { ManyPersonsReader } from './persons/many-persons-reader';
export { createManyPersonsReader, groupName } from './persons/many-persons-reader';
export { createPersonReader } from './persons/person-reader';
export type {
  GroupReference,
  GroupType,
  PersonProperties,
  PersonReader,
} from './persons/person-reader';
export * from './project-secret-keys';
export * from './second-factors';
export type { SecretKey } from './secret-keys/secret-key';
export type { IssuedKey } from './secret-keys/secret-key-rows';
export { PROJECT_FIELDS } from './projects/project';
export type { Project, ProjectRetention, ProjectSettings } from './projects/project';
export { createProjectRepository } from './projects/project-repository';
export type { ProjectRepository } from './projects/project-repository';
export {
  createSampleProject,
  findSampleProject,
  recountSampleCohorts,
} from './sample-project/sample-project';
export type { Schema } from './schema';
export { readSystemTable } from './system-tables';
export type { SystemTable, SystemTableRow } from './system-tables';
export * from './taxonomy';
export * from './value-kinds';
export type { SavedView, SavedViewFields } from './saved-views/saved-view';
export { createSavedViewRepository } from './saved-views/saved-view-repository';
export type { SavedViewRepository } from './saved-views/saved-view-repository';
export * from './guarded-rollouts';
export * from './scheduled-changes';
export type { StoredTableJoin, TableJoinFields } from './table-joins/table-join';
export { TABLE_JOIN_FIELDS } from './table-joins/table-join';
export { createTableJoinRepository } from './table-joins/table-join-repository';
export type { TableJoinRepository } from './table-joins/table-join-repository';
export * from './warehouse';
export type { User } from './users/user';
export { createUserRepository } from './users/user-repository';
export type { NewUser, Organization, UserRepository } from './users/user-repository';
export { hasReplayed, writtenPosition } from './replica-position';
export { isRejectedValue } from './rejected-value';
export { isPostgresUnavailable } from './unreachable';
