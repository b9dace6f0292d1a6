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
  /** The public token for SDKs (`phc_…`). */
  readonly apiToken: string;
  /** The previous token and the time until which it is accepted, which may have passed; null if there is none. */
  readonly previousToken: { readonly value: string; readonly expiresAt: Date } | null;
  /** IANA name. */
  readonly timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  readonly weekStartDay: number;
  /** Property filters that exclude internal and test users. */
  readonly testAccountFilters: readonly unknown[];
  /** Rules that replace parts of paths, in order. */
  readonly pathCleaning: readonly PathCleaningRule[];
  /** The addresses of the project's own pages. They are stored for clients; nothing here reads them. */
  readonly appUrls: readonly (string | null)[];
  /**
   * Properties that are shown as the name of a person; the first that the person has is used. Null: the default list.
   */
  readonly personDisplayNames: readonly string[] | null;
  readonly anonymizeIps: boolean;
  /** Resources that an operator has marked as used up, without duplicates. */
  readonly declaredQuotas: readonly QuotaLimit[];
  /** Resources whose counted usage has reached their limit. */
  readonly countedQuotas: readonly QuotaLimit[];
  /** Resources that are used up for either reason. */
  readonly quotaLimits: readonly QuotaLimit[];
  /** The monthly limits. */
  readonly usageLimits: UsageLimits;
  /** Whether SDKs record sessions and, with them, messages of the browser console. */
  readonly sessionRecordingOptIn: boolean;
  readonly captureConsoleLogOptIn: boolean;
  /** Other settings that SDKs receive at start-up. */
  readonly sdk: SdkSettings;
  /** The default appearance and schedule of surveys. */
  readonly surveyConfig: Readonly<Record<string, unknown>> | null;
  /** The number of days after which events and sessions are deleted; null: never. */
  readonly eventRetentionDays: number | null;
  /** The number of days after which data of recordings is deleted; null: never. */
  readonly recordingRetentionDays: number | null;
  /**
   * The URL of the incoming webhook of Slack to which actions with `post_to_slack` post. It is secret: the URL alone is
   * enough to post messages.
   */
  readonly slackWebhook: string | null;
  /** The masked secret key; null if the project has none. */
  readonly secretKeyMask: string | null;
  /** The masked key before the last rotation, while it is still valid; else null. */
  readonly secretKeyBackupMask: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The number of days after which events and recordings of a project are deleted; null: never. */
export interface ProjectRetention {
  readonly projectId: number;
  readonly eventDays: number | null;
  readonly recordingDays: number | null;
}

/** The stored fields of a project. The settings of SDKs are one document; the previous token has two columns. */
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
  appUrls: json('app_urls'),
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
  /** Settings of SDKs to change; others are kept. */
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
