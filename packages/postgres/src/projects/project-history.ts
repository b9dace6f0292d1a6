import type { History } from '../activity-log/history';
import type { Project } from './project';

/** Settings of a project. Changes of its tokens are not recorded. */
export const PROJECT_HISTORY: History<Project> = {
  scope: 'Team',
  nameOf: (project) => project.name,
  wireFields: (project) => ({
    name: project.name,
    timezone: project.timezone,
    week_start_day: project.weekStartDay,
    test_account_filters: project.testAccountFilters,
    path_cleaning_filters: project.pathCleaning,
    anonymize_ips: project.anonymizeIps,
    quota_limited_resources: project.quotaLimits,
    session_recording_opt_in: project.sessionRecordingOptIn,
    capture_console_log_opt_in: project.captureConsoleLogOptIn,
    ...project.sdk,
    survey_config: project.surveyConfig,
    event_retention_days: project.eventRetentionDays,
    session_recording_retention_period_days: project.recordingRetentionDays,
  }),
};
