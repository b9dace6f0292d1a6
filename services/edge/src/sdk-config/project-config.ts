import { isOverQuota } from '@tidemark/domain';
import type { Project } from '@tidemark/postgres';
import { CONFIG_FIELDS } from './config-fields';

type ConfigSettings = Pick<
  Project,
  'sessionRecordingOptIn' | 'captureConsoleLogOptIn' | 'quotaLimits'
>;

/** What switches a recorder on; everything that would restrict it is off. */
const RECORDING = {
  endpoint: '/s/',
  recorderVersion: 'v2',
  sampleRate: null,
  minimumDurationMilliseconds: null,
  linkedFlag: null,
  networkPayloadCapture: null,
  masking: null,
  urlTriggers: [],
  urlBlocklist: [],
  eventTriggers: [],
  triggerMatchType: null,
  scriptConfig: null,
} as const;

export type ProjectConfig = Omit<typeof CONFIG_FIELDS, 'sessionRecording' | 'surveys'> & {
  readonly surveys: boolean;
  readonly sessionRecording:
    false | (typeof RECORDING & { readonly consoleLogRecordingEnabled: boolean });
  readonly quotaLimited?: readonly string[];
};

/** Start-up configuration of a project's SDKs (`docs/wire/flags-management.md#config-fields`). */
export function projectConfig(project: ConfigSettings, now: number): ProjectConfig {
  if (isOverQuota(project.quotaLimits, 'recordings', now)) {
    return { ...CONFIG_FIELDS, sessionRecording: false, quotaLimited: ['recordings'] };
  }
  if (!project.sessionRecordingOptIn) return CONFIG_FIELDS;
  const consoleLogRecordingEnabled = project.captureConsoleLogOptIn;
  return { ...CONFIG_FIELDS, sessionRecording: { ...RECORDING, consoleLogRecordingEnabled } };
}
