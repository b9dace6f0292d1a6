import type { AuditedRequest } from './audited-request';
import { actions } from './actions';
import { alerts } from './alerts';
import { approvals } from './approvals';
import { annotations } from './annotations';
import { hogFunctions } from './hog-functions';
import { batchExports } from './batch-exports';
import { cohorts } from './cohorts';
import { dashboardTiles } from './dashboard-tiles';
import { dashboards } from './dashboards';
import { deadLetters } from './dead-letters';
import { earlyAccessFeatures } from './early-access-features';
import { experiments } from './experiments';
import { eventDeletions } from './event-deletions';
import { eventDefinitions } from './event-definitions';
import { featureFlags } from './feature-flags';
import { groups } from './groups';
import { imports } from './imports';
import { ingestionRules } from './ingestion-rules';
import { insightVariables } from './insight-variables';
import { insights } from './insights';
import { logins } from './logins';
import { members } from './members';
import { personalApiKeys } from './personal-api-keys';
import { persons } from './persons';
import { projectSecretApiKeys } from './project-secret-api-keys';
import { projectSettings } from './project-settings';
import { projects } from './projects';
import { propertyDefinitions } from './property-definitions';
import { savedViews } from './saved-views';
import { subscriptions } from './subscriptions';
import { surveys } from './surveys';
import { warehouseTables } from './warehouse-tables';

/** The requests in their order: later ones use the items that earlier ones created. */
export const AUDITED: readonly AuditedRequest[] = [
  ...projectSettings,
  ...projectSecretApiKeys,
  ...projects,
  ...personalApiKeys,
  // These requests come before the first password is set, which ends sessions.
  ...members,
  ...logins,
  ...eventDefinitions,
  ...propertyDefinitions,
  ...annotations,
  ...hogFunctions,
  ...groups,
  ...cohorts,
  ...persons,
  ...featureFlags,
  ...approvals,
  ...earlyAccessFeatures,
  ...experiments,
  ...surveys,
  ...actions,
  ...dashboards,
  ...insights,
  ...alerts,
  ...subscriptions,
  ...dashboardTiles,
  ...eventDeletions,
  ...ingestionRules,
  ...insightVariables,
  ...savedViews,
  ...warehouseTables,
  ...imports,
  ...batchExports,
  ...deadLetters,
];
