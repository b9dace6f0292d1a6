import type { SdkSettings } from '@tidemark/contracts';
import { isOverQuota } from '@tidemark/domain';
import type { Project } from '@tidemark/postgres';
import { CONFIG_FIELDS } from './config-fields';
import type { Caller } from './recording-domains';
import { mayBeRecorded } from './recording-domains';

export type ConfigSettings = Pick<
  Project,
  'sessionRecordingOptIn' | 'captureConsoleLogOptIn' | 'quotaLimits' | 'sdk'
>;

type Switches = Pick<SdkSettings, 'autocapture_opt_out' | 'autocapture_web_vitals_allowed_metrics'>;

interface PerformanceConfig {
  readonly network_timing: boolean;
  readonly web_vitals: boolean;
  readonly web_vitals_allowed_metrics: Switches['autocapture_web_vitals_allowed_metrics'];
}

type Changing =
  | 'sessionRecording'
  | 'surveys'
  | 'autocapture_opt_out'
  | 'autocaptureExceptions'
  | 'capturePerformance'
  | 'captureDeadClicks'
  | 'flagsPersistenceDefault'
  | 'heatmaps'
  | 'errorTracking';

export interface ProjectConfig extends Omit<typeof CONFIG_FIELDS, Changing> {
  readonly surveys: boolean;
  readonly autocapture_opt_out: boolean;
  readonly autocaptureExceptions: boolean;
  readonly capturePerformance: false | PerformanceConfig;
  readonly captureDeadClicks: boolean;
  readonly flagsPersistenceDefault: boolean;
  readonly heatmaps: boolean;
  readonly errorTracking: {
    readonly autocaptureExceptions: boolean;
    readonly suppressionRules: readonly [];
  };
  readonly sessionRecording: false | RecordingConfig;
  readonly quotaLimited?: readonly string[];
}

type RecordingConfig = ReturnType<typeof recordingConfig>;

/**
 * Returns the remote configuration of a project's SDKs (`docs/wire/flags-management.md#config-fields`).
 *
 * @param caller headers of the page or app, because recordings may be restricted to domains
 * @param now ms since the epoch
 */
export function projectConfig(project: ConfigSettings, caller: Caller, now: number): ProjectConfig {
  const { sdk, quotaLimits } = project;
  const isOver = isOverQuota(quotaLimits, 'recordings', now);
  const isRecorded =
    project.sessionRecordingOptIn && !isOver && mayBeRecorded(sdk.recording_domains, caller);
  const autocaptureExceptions = sdk.autocapture_exceptions_opt_in === true;
  return {
    ...CONFIG_FIELDS,
    autocapture_opt_out: sdk.autocapture_opt_out === true,
    autocaptureExceptions,
    errorTracking: { ...CONFIG_FIELDS.errorTracking, autocaptureExceptions },
    capturePerformance: performanceConfig(sdk),
    captureDeadClicks: sdk.capture_dead_clicks === true,
    flagsPersistenceDefault: sdk.flags_persistence_default === true,
    heatmaps: sdk.heatmaps_opt_in === true,
    sessionRecording: isRecorded && recordingConfig(project),
    ...(isOver && { quotaLimited: ['recordings'] }),
  };
}

function performanceConfig(sdk: SdkSettings): false | PerformanceConfig {
  const timing = sdk.capture_performance_opt_in === true;
  const vitals = sdk.autocapture_web_vitals_opt_in === true;
  if (!timing && !vitals) return false;
  return {
    network_timing: timing,
    web_vitals: vitals,
    web_vitals_allowed_metrics: sdk.autocapture_web_vitals_allowed_metrics,
  };
}

/** Returns the settings that enable and restrict recordings. */
function recordingConfig({ sdk, captureConsoleLogOptIn }: ConfigSettings) {
  const rate = sdk.session_recording_sample_rate;
  return {
    endpoint: '/s/',
    consoleLogRecordingEnabled: captureConsoleLogOptIn,
    recorderVersion: 'v2',
    sampleRate: rate === '1.00' ? null : rate,
    // 0 is sent as null ("not set"), as PostHog does.
    minimumDurationMilliseconds: sdk.session_recording_minimum_duration_milliseconds || null,
    linkedFlag: linkedFlag(sdk.session_recording_linked_flag),
    networkPayloadCapture: sdk.session_recording_network_payload_capture_config,
    masking: sdk.session_recording_masking_config,
    urlTriggers: sdk.session_recording_url_trigger_config ?? [],
    urlBlocklist: sdk.session_recording_url_blocklist_config ?? [],
    eventTriggers: sdk.session_recording_event_trigger_config ?? [],
    triggerMatchType: sdk.session_recording_trigger_match_type_config,
    scriptConfig: null,
    ...canvasConfig(sdk.session_replay_config),
  };
}

function linkedFlag(flag: SdkSettings['session_recording_linked_flag']) {
  if (flag === null) return null;
  const { key, variant } = flag;
  return variant === undefined || variant === null ? key : { flag: key, variant };
}

/** Returns no fields if the project has no setting for canvases; recorders then do not record them. */
function canvasConfig(replay: SdkSettings['session_replay_config']) {
  if (replay === null) return {};
  const isRecorded = replay.record_canvas === true;
  return {
    recordCanvas: isRecorded,
    canvasFps: isRecorded ? 3 : null,
    canvasQuality: isRecorded ? '0.4' : null,
  };
}
