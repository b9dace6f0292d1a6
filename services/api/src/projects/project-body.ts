import type { ProjectBody } from '@tidemark/contracts';
import type { Project } from '@tidemark/postgres';
import { wireTime } from '../wire-time';

export function projectBody(project: Project, ingestedEvent: boolean): ProjectBody {
  const { previousToken } = project;
  const previous = previousToken && previousToken.expiresAt > new Date() ? previousToken : null;
  return {
    id: project.id,
    uuid: project.uuid,
    organization: project.organizationId,
    project_id: project.id,
    api_token: project.apiToken,
    previous_api_token: previous?.value ?? null,
    previous_api_token_expires_at: previous && wireTime(previous.expiresAt),
    secret_api_token: project.secretKeyMask,
    secret_api_token_backup: project.secretKeyBackupMask,
    name: project.name,
    completed_snippet_onboarding: ingestedEvent,
    has_completed_onboarding_for: {},
    ingested_event: ingestedEvent,
    is_demo: false,
    timezone: project.timezone,
    access_control: false,
    week_start_day: project.weekStartDay,
    test_account_filters: [...project.testAccountFilters],
    path_cleaning_filters: [...project.pathCleaning],
    person_display_name_properties: project.personDisplayNames && [...project.personDisplayNames],
    anonymize_ips: project.anonymizeIps,
    session_recording_opt_in: project.sessionRecordingOptIn,
    capture_console_log_opt_in: project.captureConsoleLogOptIn,
    ...project.sdk,
    survey_config: project.surveyConfig && { ...project.surveyConfig },
    event_retention_days: project.eventRetentionDays,
    session_recording_retention_period_days: project.recordingRetentionDays,
    slack_incoming_webhook: project.slackWebhook,
    quota_limited_resources: [...project.quotaLimits],
    created_at: wireTime(project.createdAt),
    updated_at: wireTime(project.updatedAt),
  };
}
