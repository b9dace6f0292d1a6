import { foundation } from './0001-foundation';
import { identity } from './0002-identity';
import { taxonomy } from './0003-taxonomy';
import { batchExports } from './0004-batch-exports';
import { quotas } from './0006-quotas';
import { cohorts } from './0007-cohorts';
import { activityLog } from './0008-activity-log';
import { flagHashKeys } from './0009-flag-hash-keys';
import { earlyAccessFeatures } from './0010-early-access-features';
import { surveys } from './0011-surveys';
import { ingestFences } from './0020-ingest-fences';
import { projectSecretKeys } from './0030-project-secret-keys';
import { deletedCohorts } from './0031-deleted-cohorts';
import { surveyFlags } from './0032-survey-flags';
import { insightVariables } from './0037-insight-variables';
import { warehouseTables } from './0039-warehouse-tables';
import { groupTypeNames } from './0044-group-type-names';
import { insights } from './0045-insights';
import { annotations } from './0046-annotations';
import { definitionOwners } from './0047-definition-owners';
import { personErasures } from './0048-person-erasures';
import { projectTokenRotation } from './0049-project-token-rotation';
import { dashboards } from './0050-dashboards';
import { valueKinds } from './0051-value-kinds';
import { projectSecretApiKeys } from './0052-project-secret-api-keys';
import { flagCalls } from './0053-flag-calls';
import { surveyIterations } from './0054-survey-iterations';
import { flagUsageDashboards } from './0055-flag-usage-dashboards';
import { savedViews } from './0056-saved-views';
import { tableJoins } from './0057-table-joins';
import { logins } from './0059-logins';
import { personDisplayNames } from './0060-person-display-names';
import { pathCleaning } from './0065-path-cleaning';
import { retention } from './0068-retention';
import { activityPlaces } from './0071-activity-places';
import { firstTouch } from './0073-first-touch';
import { erasureTraces } from './0086-erasure-traces';
import { installation } from './0087-installation';
import { slackWebhook } from './0088-slack-webhook';
import { consoleSessions } from './0089-console-sessions';
import { sdkSettings } from './0090-sdk-settings';
import { textTiles } from './0091-text-tiles';
import { organizationInvites } from './0092-organization-invites';
import { sessionPlaces } from './0093-session-places';
import { secondFactors } from './0094-second-factors';
import { experiments } from './0095-experiments';
import { scheduledChanges } from './0096-scheduled-changes';
import { destinations } from './0097-destinations';
import { ingestionRules } from './0098-ingestion-rules';
import { alerts } from './0099-alerts';
import { eventDeletions } from './0100-event-deletions';
import { subscriptions } from './0103-subscriptions';
import { approvals } from './0105-approvals';
import { flagEnvironments } from './0106-flag-environments';
import { flagReferences } from './0107-flag-references';
import { guardedRollouts } from './0108-guarded-rollouts';
import { importRuns } from './0113-import-runs';
import { importIds } from './0114-import-ids';
import { usage } from './0115-usage';
import { internalEvents } from './0116-internal-events';
import { destinationIncidents } from './0117-destination-incidents';
import { backgroundImports } from './0118-background-imports';
import { importWaits } from './0119-import-waits';
import { cronSchedules } from './0120-cron-schedules';
import { metricTags } from './0121-metric-tags';
import { scheduledChangeAuthors } from './0122-scheduled-change-authors';
import { exposureCohorts } from './0123-exposure-cohorts';
import { deliveryRetention } from './0124-delivery-retention';
import { experimentResults } from './0130-experiment-results';
import { orderedDeliveries } from './0131-ordered-deliveries';
import { rolloutConditions } from './0137-rollout-conditions';
import { replayedDeliveries } from './0138-replayed-deliveries';
import { mailsOfDeletedAlerts } from './0144-mails-of-deleted-alerts';
import { importOrigins } from './0148-import-origins';
import { slowDestinations } from './0149-slow-destinations';
import { primaryProperties } from './0150-primary-properties';
import { appUrls } from './0152-app-urls';
import { deliveryHours } from './0151-delivery-hours';

/** A numbered, idempotent step of the schema. Its text never changes after its release. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}

/** In order of id. */
export const migrations: readonly Migration[] = [
  foundation,
  identity,
  taxonomy,
  batchExports,
  quotas,
  cohorts,
  activityLog,
  flagHashKeys,
  earlyAccessFeatures,
  surveys,
  ingestFences,
  projectSecretKeys,
  deletedCohorts,
  surveyFlags,
  insightVariables,
  warehouseTables,
  groupTypeNames,
  insights,
  annotations,
  definitionOwners,
  personErasures,
  projectTokenRotation,
  dashboards,
  valueKinds,
  projectSecretApiKeys,
  flagCalls,
  surveyIterations,
  flagUsageDashboards,
  savedViews,
  tableJoins,
  logins,
  personDisplayNames,
  pathCleaning,
  retention,
  activityPlaces,
  firstTouch,
  erasureTraces,
  installation,
  slackWebhook,
  consoleSessions,
  sdkSettings,
  textTiles,
  organizationInvites,
  sessionPlaces,
  secondFactors,
  experiments,
  scheduledChanges,
  destinations,
  ingestionRules,
  alerts,
  eventDeletions,
  subscriptions,
  approvals,
  flagEnvironments,
  flagReferences,
  guardedRollouts,
  importRuns,
  importIds,
  usage,
  internalEvents,
  destinationIncidents,
  backgroundImports,
  importWaits,
  cronSchedules,
  metricTags,
  scheduledChangeAuthors,
  exposureCohorts,
  deliveryRetention,
  experimentResults,
  orderedDeliveries,
  rolloutConditions,
  replayedDeliveries,
  mailsOfDeletedAlerts,
  importOrigins,
  slowDestinations,
  primaryProperties,
  deliveryHours,
  appUrls,
];
