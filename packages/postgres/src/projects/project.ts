import { DEFAULT_SDK_SETTINGS } from '@tidemark/contracts';
import type { PathCleaningRule, QuotaLimit, SdkSettings } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { ProjectTable } from '../schema';

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
  /** Resources that are used up; each at most once. */
  readonly quotaLimits: readonly QuotaLimit[];
  /** Whether SDKs record sessions, and with them what pages write to the console. */
  readonly sessionRecordingOptIn: boolean;
  readonly captureConsoleLogOptIn: boolean;
  /** What else SDKs receive at start-up. */
  readonly sdk: SdkSettings;
  /** What surveys look like and when they are shown, unless they say otherwise. */
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

/** What an operator may set. */
export interface ProjectSettings {
  readonly name: string;
  readonly timezone: string;
  readonly weekStartDay: number;
  readonly testAccountFilters: readonly unknown[];
  readonly pathCleaning: readonly PathCleaningRule[];
  /** Properties that people are called by, the first that a person has; null: the usual ones. */
  readonly personDisplayNames: readonly string[] | null;
  readonly anonymizeIps: boolean;
  /** Resources that are used up; each at most once. */
  readonly quotaLimits: readonly QuotaLimit[];
  /** Whether SDKs record sessions, and with them what pages write to the console. */
  readonly sessionRecordingOptIn: boolean;
  readonly captureConsoleLogOptIn: boolean;
  /** Of what SDKs receive at start-up, that which is set. */
  readonly sdk: Partial<SdkSettings>;
  readonly surveyConfig: Readonly<Record<string, unknown>> | null;
  /** Days after which events, and their sessions, go; null: never. */
  readonly eventRetentionDays: number | null;
  /** The same for what is known of recordings. */
  readonly recordingRetentionDays: number | null;
  readonly slackWebhook: string | null;
}

/** How many days a project keeps its events and recordings; null: for ever. */
export interface ProjectRetention {
  readonly projectId: number;
  readonly eventDays: number | null;
  readonly recordingDays: number | null;
}

export function toProject(row: Selectable<ProjectTable>): Project {
  return {
    id: row.id,
    uuid: row.uuid,
    organizationId: row.organization_id,
    name: row.name,
    apiToken: row.api_token,
    previousToken: previousToken(row),
    timezone: row.timezone,
    weekStartDay: row.week_start_day,
    testAccountFilters: row.test_account_filters,
    pathCleaning: row.path_cleaning_filters,
    personDisplayNames: row.person_display_name_properties,
    anonymizeIps: row.anonymize_ips,
    quotaLimits: row.quota_limits,
    sessionRecordingOptIn: row.session_recording_opt_in,
    captureConsoleLogOptIn: row.capture_console_log_opt_in,
    sdk: { ...DEFAULT_SDK_SETTINGS, ...row.sdk_settings },
    surveyConfig: row.survey_config,
    eventRetentionDays: row.event_retention_days,
    recordingRetentionDays: row.session_recording_retention_period_days,
    slackWebhook: row.slack_incoming_webhook,
    secretKeyMask: row.secret_key_mask,
    secretKeyBackupMask: row.secret_key_backup_mask,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function previousToken(row: Selectable<ProjectTable>): Project['previousToken'] {
  const { previous_api_token: value, previous_api_token_expires_at: expiresAt } = row;
  return value === null || expiresAt === null ? null : { value, expiresAt };
}
