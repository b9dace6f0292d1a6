import type { ConformanceCase, ExpectedResponse, Send } from '../test-support/case';
import { TOKEN } from '../test-support/case';
import { flag } from './flag-steps';

const JAVASCRIPT = { 'content-type': /^application\/javascript/ };
const FIELDS = [
  'token',
  'hasFeatureFlags',
  'config',
  'toolbarParams',
  'isAuthenticated',
  'supportedCompression',
  'sessionRecording',
  'surveys',
  'siteApps',
  'analytics',
  'autocapture_opt_out',
  'autocaptureExceptions',
  'capturePerformance',
  'captureDeadClicks',
  'elementsChainAsString',
  'defaultIdentifiedOnly',
  'flagsPersistenceDefault',
  'heatmaps',
  'errorTracking',
];

function gets(path: string, response: ExpectedResponse, headers = {}): Send {
  return { send: { method: 'GET', path, headers }, response };
}

/** The last line of the script, which stores the configuration under the token of the project. */
const SETS =
  /window\._POSTHOG_REMOTE_CONFIG\["phc_\w+"\]=\{"config":\{.*"token":"phc_\w+"\},"siteApps":\[\]\};\}\)\(\);\n$/;

/** The configuration that SDKs fetch first (`docs/wire/flags-management.md#config-order`). */
export const remoteConfig: readonly ConformanceCase[] = [
  {
    name: 'the configuration as JSON, with hasFeatureFlags depending on the flags',
    steps: [
      gets(`/array/${TOKEN}/config`, {
        status: 200,
        headers: { 'content-type': 'application/json', 'access-control-allow-origin': null },
        keys: FIELDS,
        body: { hasFeatureFlags: false, surveys: false, analytics: { endpoint: '/i/v0/e/' } },
      }),
      flag('inactive', undefined, { active: false }),
      gets(`/array/${TOKEN}/config`, { status: 200, body: { hasFeatureFlags: false } }),
      flag('beta'),
      {
        ...gets(`/array/${TOKEN}/config?ip=0&_=1`, {
          status: 200,
          body: { hasFeatureFlags: true },
        }),
        withinMs: 1_000,
      },
    ],
  },
  {
    name: 'the configuration as a script, alone and appended to the SDK',
    steps: [
      gets(`/array/${TOKEN}/config.js`, { status: 200, headers: JAVASCRIPT, body: SETS }),
      gets(`/array/${TOKEN}/array.js`, { status: 200, headers: JAVASCRIPT, body: SETS }),
      gets(`/array/${TOKEN}/array.js`, { status: 200, body: /__PosthogExtensions__/ }),
    ],
  },
  {
    name: 'any website may read the configuration; an unknown token is a 404',
    steps: [
      gets(
        `/array/${TOKEN}/config`,
        {
          status: 200,
          headers: {
            'access-control-allow-origin': 'https://shop.example',
            'access-control-allow-credentials': 'true',
          },
        },
        { origin: 'https://shop.example' },
      ),
      ...['config', 'config.js', 'array.js'].map((name) =>
        gets(`/array/phc_nobody/${name}`, { status: 404 }),
      ),
      { send: { path: `/array/${TOKEN}/config`, body: {} }, response: { status: 405 } },
    ],
  },
  {
    name: 'the scripts of the snippet and of optional features are served',
    steps: ['array', 'array.full', 'exception-autocapture', 'web-vitals', 'surveys'].flatMap(
      (name) =>
        [`/static/${name}.js`, `/static/1.200.1/${name}.js?v=1.200.1`].map((path) =>
          gets(path, { status: 200, headers: JAVASCRIPT }),
        ),
    ),
  },
  {
    name: 'recordings: enabled by the setting of the project, disabled and reported after their quota is used up',
    steps: [
      {
        manage: { method: 'PATCH', path: '' },
        body: { session_recording_opt_in: true, capture_console_log_opt_in: true },
        status: 200,
      },
      {
        ...gets(`/array/${TOKEN}/config`, {
          status: 200,
          body: {
            sessionRecording: {
              endpoint: '/s/',
              recorderVersion: 'v2',
              consoleLogRecordingEnabled: true,
              sampleRate: null,
              linkedFlag: null,
            },
          },
          lacks: ['quotaLimited'],
        }),
        withinMs: 1_000,
      },
      {
        manage: { method: 'PATCH', path: '' },
        body: { quota_limited_resources: [{ resource: 'recordings' }] },
        status: 200,
      },
      {
        ...gets(`/array/${TOKEN}/config`, {
          status: 200,
          body: { sessionRecording: false, quotaLimited: ['recordings'] },
        }),
        withinMs: 1_000,
      },
    ],
  },
];
