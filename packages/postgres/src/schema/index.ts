import type { AccountsTables } from './accounts';
import type { ExperimentsTables } from './experiments';
import type { AlertsTables } from './alerts';
import type { ApprovalsTables } from './approvals';
import type { DestinationsTables } from './destinations';
import type { EnvironmentsTables } from './environments';
import type { EventDeletionsTables } from './event-deletions';
import type { ExportsTables } from './exports';
import type { FlagsTables } from './flags';
import type { ImportsTables } from './imports';
import type { IngestionRulesTables } from './ingestion-rules';
import type { InsightsTables } from './insights';
import type { PersonsTables } from './persons';
import type { ProjectsTables } from './projects';
import type { SubscriptionsTables } from './subscriptions';
import type { TaxonomyTables } from './taxonomy';
import type { UsageTables } from './usage';
import type { WarehouseTables } from './warehouse';

export type * from './accounts';
export type * from './activity-log';
export type * from './experiments';
export type * from './alerts';
export type * from './approvals';
export type * from './destinations';
export type * from './environments';
export type * from './event-deletions';
export type * from './exports';
export type * from './flags';
export type * from './imports';
export type * from './ingestion-rules';
export type * from './insights';
export type * from './persons';
export type * from './projects';
export type * from './subscriptions';
export type * from './taxonomy';
export type * from './usage';
export type * from './warehouse';

/** All tables for Kysely; they are defined by the SQL in `migrations/`. */
export interface Schema
  extends
    AccountsTables,
    ExperimentsTables,
    AlertsTables,
    ApprovalsTables,
    DestinationsTables,
    EnvironmentsTables,
    EventDeletionsTables,
    ExportsTables,
    FlagsTables,
    ImportsTables,
    IngestionRulesTables,
    InsightsTables,
    PersonsTables,
    ProjectsTables,
    SubscriptionsTables,
    TaxonomyTables,
    UsageTables,
    WarehouseTables {}
