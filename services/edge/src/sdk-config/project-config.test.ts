import { DEFAULT_SDK_SETTINGS } from '@tidemark/contracts';
import type { SdkSettings } from '@tidemark/contracts';
import { CONFIG_FIELDS } from './config-fields';
import { projectConfig } from './project-config';

const project = (sdk: Partial<SdkSettings>, more: object = {}) => ({
  sessionRecordingOptIn: true,
  captureConsoleLogOptIn: false,
  quotaLimits: [],
  sdk: { ...DEFAULT_SDK_SETTINGS, ...sdk },
  ...more,
});
const configOf = (sdk: Partial<SdkSettings>) => projectConfig(project(sdk), {}, 0);

describe('the remote configuration of a project', () => {
  it('has every optional feature off if no setting is set', () => {
    const config = projectConfig(project({}, { sessionRecordingOptIn: false }), {}, 0);
    expect(config).toEqual({ ...CONFIG_FIELDS, sessionRecording: false });
  });

  it('contains the enabled features', () => {
    expect(
      configOf({
        autocapture_opt_out: true,
        autocapture_exceptions_opt_in: true,
        capture_dead_clicks: true,
        heatmaps_opt_in: true,
        flags_persistence_default: true,
      }),
    ).toMatchObject({
      autocapture_opt_out: true,
      autocaptureExceptions: true,
      errorTracking: { autocaptureExceptions: true, suppressionRules: [] },
      captureDeadClicks: true,
      heatmaps: true,
      flagsPersistenceDefault: true,
    });
  });

  it.each<[Partial<SdkSettings>, unknown]>([
    [{}, false],
    [
      { capture_performance_opt_in: true },
      { network_timing: true, web_vitals: false, web_vitals_allowed_metrics: null },
    ],
    [
      { autocapture_web_vitals_opt_in: true, autocapture_web_vitals_allowed_metrics: ['LCP'] },
      { network_timing: false, web_vitals: true, web_vitals_allowed_metrics: ['LCP'] },
    ],
  ])('measures performance as set: %j', (sdk, expected) => {
    expect(configOf(sdk).capturePerformance).toEqual(expected);
  });

  it('contains the restrictions of recordings', () => {
    expect(
      configOf({
        session_recording_sample_rate: '0.25',
        session_recording_minimum_duration_milliseconds: 2_000,
        session_recording_linked_flag: { id: 1, key: 'replay', variant: 'on' },
        session_recording_masking_config: { maskAllInputs: true },
        session_recording_network_payload_capture_config: { recordBody: true },
        session_recording_url_trigger_config: [{ url: '/buy', matching: 'regex' }],
        session_recording_url_blocklist_config: [{ url: '/admin', matching: 'regex' }],
        session_recording_event_trigger_config: ['$exception'],
        session_recording_trigger_match_type_config: 'all',
        session_replay_config: { record_canvas: true },
      }).sessionRecording,
    ).toEqual({
      endpoint: '/s/',
      consoleLogRecordingEnabled: false,
      recorderVersion: 'v2',
      sampleRate: '0.25',
      minimumDurationMilliseconds: 2_000,
      linkedFlag: { flag: 'replay', variant: 'on' },
      masking: { maskAllInputs: true },
      networkPayloadCapture: { recordBody: true },
      urlTriggers: [{ url: '/buy', matching: 'regex' }],
      urlBlocklist: [{ url: '/admin', matching: 'regex' }],
      eventTriggers: ['$exception'],
      triggerMatchType: 'all',
      scriptConfig: null,
      recordCanvas: true,
      canvasFps: 3,
      canvasQuality: '0.4',
    });
  });

  it.each<[Partial<SdkSettings>, object]>([
    [{ session_recording_sample_rate: '1.00' }, { sampleRate: null }],
    [{ session_recording_sample_rate: '0.00' }, { sampleRate: '0.00' }],
    [{ session_recording_minimum_duration_milliseconds: 0 }, { minimumDurationMilliseconds: null }],
    [{ session_recording_linked_flag: { id: 1, key: 'replay' } }, { linkedFlag: 'replay' }],
    [
      { session_replay_config: { record_canvas: false } },
      { recordCanvas: false, canvasFps: null, canvasQuality: null },
    ],
  ])('%j', (sdk, expected) => {
    expect(configOf(sdk).sessionRecording).toMatchObject(expected);
  });

  it('turns recordings off for pages of other domains and over the quota', () => {
    const restricted = project({ recording_domains: ['https://a.example'] });
    expect(projectConfig(restricted, { origin: 'https://b.example' }, 0).sessionRecording).toBe(
      false,
    );
    expect(projectConfig(restricted, { origin: 'https://a.example' }, 0).sessionRecording).toEqual(
      expect.objectContaining({ endpoint: '/s/' }),
    );
    const quotaLimits = [{ resource: 'recordings' as const, until: null }];
    expect(projectConfig(project({ heatmaps_opt_in: true }, { quotaLimits }), {}, 0)).toMatchObject(
      { sessionRecording: false, quotaLimited: ['recordings'], heatmaps: true },
    );
  });
});
