import { sdkSettingsSchema } from '@tidemark/contracts';
import type { projectUpdateSchema, SdkSettings } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { ProjectSettings } from '@tidemark/postgres';
import type { z } from 'zod';
import { problemOfRegex } from '../regex-problem';

type ProjectBody = z.output<typeof projectUpdateSchema>;

/** The settings a body names; what it leaves out stays out. @throws ApiError 400 for a rule that is no expression */
export function toProjectSettings(body: ProjectBody): Partial<ProjectSettings> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.timezone !== undefined && { timezone: body.timezone }),
    ...(body.week_start_day !== undefined && { weekStartDay: body.week_start_day }),
    ...(body.test_account_filters !== undefined && {
      testAccountFilters: body.test_account_filters,
    }),
    ...(body.path_cleaning_filters !== undefined && {
      pathCleaning: cleaningRules(body.path_cleaning_filters ?? []),
    }),
    ...(body.person_display_name_properties !== undefined && {
      personDisplayNames: body.person_display_name_properties,
    }),
    ...(body.anonymize_ips !== undefined && { anonymizeIps: body.anonymize_ips }),
    ...(body.session_recording_opt_in !== undefined && {
      sessionRecordingOptIn: body.session_recording_opt_in,
    }),
    ...(body.capture_console_log_opt_in !== undefined && {
      captureConsoleLogOptIn: body.capture_console_log_opt_in,
    }),
    ...sdkSettings(body),
    ...(body.survey_config !== undefined && { surveyConfig: body.survey_config }),
    ...(body.event_retention_days !== undefined && {
      eventRetentionDays: body.event_retention_days,
    }),
    ...(body.session_recording_retention_period_days !== undefined && {
      recordingRetentionDays: body.session_recording_retention_period_days,
    }),
    ...(body.slack_incoming_webhook !== undefined && {
      slackWebhook: body.slack_incoming_webhook,
    }),
    ...(body.quota_limited_resources !== undefined && {
      quotaLimits: body.quota_limited_resources,
    }),
  };
}

function sdkSettings(body: ProjectBody): { readonly sdk?: Partial<SdkSettings> } {
  const given = Object.keys(sdkSettingsSchema.shape).flatMap((name) => {
    const value = body[name as keyof SdkSettings];
    return value === undefined ? [] : [[name, value] as const];
  });
  return given.length === 0 ? {} : { sdk: Object.fromEntries(given) };
}

/** In the order that the rules name, if they do. */
function cleaningRules(
  given: NonNullable<ProjectBody['path_cleaning_filters']>,
): ProjectSettings['pathCleaning'] {
  for (const [at, { regex }] of given.entries()) {
    const problem = problemOfRegex(regex);
    if (problem !== null) {
      throw validationError('invalid_input', problem, `path_cleaning_filters__${at}__regex`);
    }
  }
  const placed = given.map((rule, at) => ({ rule, place: rule.order ?? at }));
  return placed
    .sort((one, other) => one.place - other.place)
    .map(({ rule: { alias, regex } }) => ({ alias, regex }));
}
