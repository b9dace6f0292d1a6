import { createProjectLookups } from '@tidemark/query-engine';
import { createActionRoutes } from './actions/routes';
import { createActivityLogRoutes } from './activity-log/activity-routes';
import { createAlertRoutes } from './alerts/alert-routes';
import { createAnnotationRoutes } from './annotations/annotation-routes';
import { withProposals } from './approval-required';
import { createApprovalsRoutes } from './approvals/routes';
import type { Auth } from './auth/open-auth';
import type { AccountRoute, ProjectRoute, PublicRoute } from './auth/routes';
import { createExportsRoutes } from './batch-exports/routes';
import { createCliLoginRoutes } from './cli-logins/routes';
import { createCohortsRoutes } from './cohorts/routes';
import { createDestinationsRoutes } from './destinations/routes';
import { createDashboardsRoutes } from './dashboards/routes';
import { createEarlyAccessRoutes } from './early-access/feature-routes';
import { createEnvironmentsRoutes } from './environments/routes';
import { createEventDeletionRoutes } from './event-deletions/deletion-routes';
import { createEventRoutes } from './events/event-routes';
import { createExperimentsRoutes } from './experiments/routes';
import { createFeatureFlagsRoutes } from './feature-flags/routes';
import { createFlagCleanupRoutes } from './flag-cleanup/cleanup-routes';
import { createFlagEvaluationsRoutes } from './flag-evaluation/routes';
import { createGroupsRoutes } from './groups/routes';
import { createImportsRoutes } from './imports/routes';
import { createIngestionWarningRoutes } from './ingestion-warnings/warning-routes';
import { createIngestionRuleRoutes } from './ingestion-rules/rule-routes';
import { createInsightVariableRoutes } from './insight-variables/variable-routes';
import { createInsightsRoutes } from './insights/routes';
import { createInstanceStatusRoutes } from './instance-status/routes';
import { createLiveEventRoutes } from './live-events/live-routes';
import { createLoginsRoutes } from './logins/routes';
import { createMembersRoutes, createSignupsRoutes } from './members/routes';
import { createToolRoutes } from './mcp-tools/tool-routes';
import { createOrganizationRoutes } from './organizations/organization-routes';
import type { ApiParts } from './parts';
import { createPersonalApiKeyRoutes } from './personal-api-keys/key-routes';
import { createPersonsRoutes } from './persons/routes';
import { createProfilesRoutes } from './profile/routes';
import { createProjectSecretKeyRoutes } from './project-secret-keys/key-routes';
import { createProjectCollectionRoutes } from './projects/project-routes';
import { createProjectsRoutes } from './projects/routes';
import { createQueryDraftsRoutes } from './query-drafts/routes';
import { createQueriesRoutes, createQueryDownloadRoutes } from './query/routes';
import { createTableJoinRoutes } from './table-joins/join-routes';
import { createTableJoinValidateRoutes } from './table-joins/validate-routes';
import { createSampleDataRoutes } from './sample-data/sample-routes';
import { createSavedViewRoutes } from './saved-views/view-routes';
import { createGuardedRolloutRoutes } from './guarded-rollouts/rollout-routes';
import { createScheduledChangeRoutes } from './scheduled-changes/change-routes';
import { createSubscriptionLinksRoutes, createSubscriptionsRoutes } from './subscriptions/routes';
import { createSurveysRoutes } from './surveys/routes';
import { createTaxonomyRoutes } from './taxonomy/routes';
import { createUsageRoutes } from './usage/usage-routes';
import { createUserRoutes } from './users/user-routes';
import { createWarehouseRoutes } from './warehouse-tables/routes';

/** The resources of the API, each created from the parts that it names; each has a folder. */
export function createResources(
  parts: ApiParts,
  auth: Auth,
): {
  readonly publicRoutes: readonly PublicRoute[];
  readonly accountRoutes: readonly AccountRoute[];
  readonly projectRoutes: readonly ProjectRoute[];
} {
  const cliLogins = createCliLoginRoutes(parts, auth);
  return {
    publicRoutes: [
      ...createLoginsRoutes(parts, auth),
      ...cliLogins.publicRoutes,
      ...createSignupsRoutes(parts, auth),
      ...createQueryDownloadRoutes(parts),
      ...createSubscriptionLinksRoutes(parts),
    ],
    accountRoutes: [...createAccountRoutes(parts, auth), ...cliLogins.accountRoutes],
    projectRoutes: withProposals(createProjectRoutes(parts, auth), parts.proposeChange),
  };
}

/** The routes that need a user but no project. */
function createAccountRoutes(parts: ApiParts, auth: Auth): readonly AccountRoute[] {
  return [
    ...createProjectCollectionRoutes(parts),
    ...createPersonalApiKeyRoutes({ ...parts, directory: auth.directory }),
    ...createUserRoutes({ ...parts, address: auth.address }),
    ...createProfilesRoutes(parts, auth),
    ...createMembersRoutes(parts, auth),
    ...createOrganizationRoutes({
      ...parts,
      forget: () => {
        auth.sessions.forget();
      },
    }),
    ...createEnvironmentsRoutes(parts),
    ...createSampleDataRoutes(parts),
    ...createInstanceStatusRoutes(parts),
  ];
}

/** The routes of one project. */
function createProjectRoutes(parts: ApiParts, auth: Auth): readonly ProjectRoute[] {
  const lookups = createProjectLookups(parts.database);
  return [
    ...createProjectsRoutes(parts),
    ...createProjectSecretKeyRoutes({ ...parts, directory: auth.directory }),
    ...createActionRoutes(parts),
    // These come before the routes of one flag, whose `:id` would match their paths too.
    ...createFlagEvaluationsRoutes(parts),
    ...createActivityLogRoutes(parts),
    ...createCohortsRoutes(parts),
    ...createSurveysRoutes(parts),
    ...createInsightsRoutes(parts),
    ...createDashboardsRoutes(parts),
    ...createAnnotationRoutes(parts),
    ...createAlertRoutes(parts),
    ...createInsightVariableRoutes(parts),
    ...createEarlyAccessRoutes(parts),
    ...createExperimentsRoutes(parts),
    ...createApprovalsRoutes(parts),
    // These come before the routes of one flag, whose `:id` would match their paths too.
    ...createFlagCleanupRoutes(parts),
    ...createFeatureFlagsRoutes(parts),
    ...createScheduledChangeRoutes(parts),
    ...createGuardedRolloutRoutes(parts),
    ...createPersonsRoutes(parts),
    ...createGroupsRoutes(parts),
    ...createUsageRoutes(parts),
    ...createEventDeletionRoutes(parts),
    ...createSubscriptionsRoutes(parts),
    ...createIngestionRuleRoutes(parts),
    ...createIngestionWarningRoutes(parts),
    // These come before the routes of one event, whose `:id` would match `live`.
    ...createLiveEventRoutes(parts),
    ...createEventRoutes({ ...parts, definitions: parts.eventDefinitions }),
    ...createTaxonomyRoutes(parts),
    ...createSavedViewRoutes({ ...parts, lookups }),
    // These come before the routes of one join, whose `:id` would match `validate`.
    ...createTableJoinValidateRoutes({ ...parts, lookups }),
    ...createTableJoinRoutes({ ...parts, lookups }),
    ...createWarehouseRoutes(parts),
    ...createExportsRoutes(parts),
    ...createImportsRoutes(parts),
    ...createDestinationsRoutes(parts),
    // These come before the routes of one query, whose `:id` would match these paths too.
    ...createQueryDraftsRoutes(parts),
    ...createToolRoutes({ ...parts, maxRows: parts.config.QUERY_MAX_ROWS }),
    ...createQueriesRoutes(parts),
  ];
}
