import type { projectUpdateSchema } from '@tidemark/contracts';
import type { ProjectSettings } from '@tidemark/postgres';
import type { z } from 'zod';

/** The settings a body names; what it leaves out stays out. */
export function toProjectSettings(
  body: z.output<typeof projectUpdateSchema>,
): Partial<ProjectSettings> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.timezone !== undefined && { timezone: body.timezone }),
    ...(body.week_start_day !== undefined && { weekStartDay: body.week_start_day }),
    ...(body.test_account_filters !== undefined && {
      testAccountFilters: body.test_account_filters,
    }),
    ...(body.anonymize_ips !== undefined && { anonymizeIps: body.anonymize_ips }),
    ...(body.session_recording_opt_in !== undefined && {
      sessionRecordingOptIn: body.session_recording_opt_in,
    }),
    ...(body.capture_console_log_opt_in !== undefined && {
      captureConsoleLogOptIn: body.capture_console_log_opt_in,
    }),
    ...(body.survey_config !== undefined && { surveyConfig: body.survey_config }),
    ...(body.quota_limited_resources !== undefined && {
      quotaLimits: body.quota_limited_resources,
    }),
  };
}
