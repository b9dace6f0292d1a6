import { DEFAULT_SDK_SETTINGS } from '@tidemark/contracts';
import type { PathCleaningRule, QuotaLimit, SdkSettings, UsageLimits } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { ProjectTable } from '../schema';
import { fieldTable, json, own } from '../field-table';
import type { Settable } from '../field-table';

/** A tenant. Its numeric id is the `team_id` of events. */
export interface Project {
  readonly id: number;
  readonly uuid: string;
  readonly organizationId: string;
  readonly name: string;
  /** The public token SDKs send (`phc_…`). */
  readonly apiToken: string;
  /** The token before, and until when it is taken; null when there is none. It may have expired. */
  readonly previousToken: { readonly value: string; readonly expiresAt: Date } | null;
  /** IANA name. */
  readonly timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  readonly weekStartDay: number;
  /** Property filters that leave internal and test users out. */
  readonly testAccountFilters: readonly unknown[];
  /** Rules by which paths are taken for one, in order. */
  readonly pathCleaning: readonly PathCleaningRule[];
  /** Properties that people are called by, the first that a person has; null: the usual ones. */
  readonly personDisplayNames: readonly string[] | null;
  readonly anonymizeIps: boolean;
  /** Resources that an operator says are used up; each at most once. */
  readonly declaredQuotas: readonly QuotaLimit[];
  /** Resources whose limit is reached, by what was counted. */
  readonly countedQuotas: readonly QuotaLimit[];
  /** Resources that are used up, for either reason. */
  readonly quotaLimits: readonly QuotaLimit[];
  /** Limits of a month. */
  readonly usageLimits: UsageLimits;
  /** Whether SDKs record sessions, and with them what pages write to the console. */
  readonly sessionRecordingOptIn: boolean;
  readonly captureConsoleLogOptIn: boolean;
  /** Other settings that SDKs receive at start-up. */
  readonly sdk: SdkSettings;
  /** The default appearance and schedule of surveys. */
  readonly surveyConfig: Readonly<Record<string, unknown>> | null;
  /** Days after which events, and their sessions, go; null: never. */
  readonly eventRetentionDays: number | null;
  /** The same for what is known of recordings. */
  readonly recordingRetentionDays: number | null;
  /** URL of an incoming webhook of Slack; a secret, as whoever has it can post there. Actions with `post_to_slack` do. */
  readonly slackWebhook: string | null;
  /** How the secret key is shown; null when the project has none. */
  readonly secretKeyMask: string | null;
  /** The same of the key before the last rotation, while that is still valid. */
  readonly secretKeyBackupMask: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How many days a project keeps its events and recordings; null: for ever. */
export interface ProjectRetention {
  readonly projectId: number;
  readonly eventDays: number | null;
  readonly recordingDays: number | null;
}

/** The stored fields of a project. The settings of SDKs are one document, its former token two columns. */
export const PROJECT_FIELDS = fieldTable<Project, ProjectTable>()({
  id: own('id'),
  uuid: own('uuid'),
  organizationId: own('organization_id'),
  name: 'name',
  apiToken: own('api_token'),
  timezone: 'timezone',
  weekStartDay: 'week_start_day',
  testAccountFilters: json('test_account_filters'),
  pathCleaning: json('path_cleaning_filters'),
  personDisplayNames: json('person_display_name_properties'),
  anonymizeIps: 'anonymize_ips',
  declaredQuotas: json('quota_limits', 'quota_limited_resources'),
  usageLimits: json('usage_limits'),
  countedQuotas: own('counted_quotas'),
  sessionRecordingOptIn: 'session_recording_opt_in',
  captureConsoleLogOptIn: 'capture_console_log_opt_in',
  surveyConfig: json('survey_config'),
  eventRetentionDays: 'event_retention_days',
  recordingRetentionDays: 'session_recording_retention_period_days',
  slackWebhook: 'slack_incoming_webhook',
  secretKeyMask: own('secret_key_mask'),
  secretKeyBackupMask: own('secret_key_backup_mask'),
  createdAt: own('created_at'),
  updatedAt: own('updated_at'),
});

/** The settings that an operator may change. */
export interface ProjectSettings extends Settable<typeof PROJECT_FIELDS> {
  /** The settings of SDKs that change; the others stay. */
  readonly sdk: Partial<SdkSettings>;
}

export function toProject(row: Selectable<ProjectTable>): Project {
  const fields = PROJECT_FIELDS.fromRow(row);
  return {
    ...fields,
    quotaLimits: [...fields.declaredQuotas, ...fields.countedQuotas],
    previousToken: previousToken(row),
    sdk: { ...DEFAULT_SDK_SETTINGS, ...row.sdk_settings },
  };
}

function previousToken(row: Selectable<ProjectTable>): Project['previousToken'] {
  const { previous_api_token: value, previous_api_token_expires_at: expiresAt } = row;
  return value === null || expiresAt === null ? null : { value, expiresAt };
}
