import type { ConformanceCase } from '../test-support/case';
import { TOKEN } from '../test-support/case';
import { EVERYONE, NOBODY, asks, flag, who } from './flag-steps';

const EXPERIMENT = {
  ...EVERYONE,
  multivariate: { variants: [{ key: 'test', rollout_percentage: 100 }] },
  payloads: { test: '{"limit": 3}' },
};
const FLAGS = [
  flag('beta'),
  flag('old', NOBODY),
  flag('exp', EXPERIMENT),
  flag('inactive', EVERYONE, { active: false }),
];
const VALUES = { beta: true, exp: 'test', old: false };
const DETAILS = {
  beta: {
    key: 'beta',
    enabled: true,
    variant: null,
    reason: { code: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
    metadata: { version: 1, description: null, payload: null, has_experiment: false },
  },
  old: {
    key: 'old',
    enabled: false,
    variant: null,
    reason: {
      code: 'out_of_rollout_bound',
      condition_index: 0,
      description: 'Out of rollout bound',
    },
  },
  exp: { enabled: true, variant: 'test', metadata: { payload: '{"limit": 3}' } },
};
const CONFIG = {
  config: { enable_collect_everything: true },
  toolbarParams: {},
  isAuthenticated: false,
  supportedCompression: ['gzip', 'gzip-js', 'lz64'],
  sessionRecording: false,
  surveys: false,
  siteApps: [],
};
const STAMP = ['requestId', 'evaluatedAt'];
const ALL_CONFIG = [
  ...Object.keys(CONFIG),
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
const MINIMAL = [
  'supportedCompression',
  'config',
  'toolbarParams',
  'isAuthenticated',
  'sessionRecording',
];
const V3_KEYS = ['featureFlags', 'featureFlagPayloads', 'errorsWhileComputingFlags'];
const V4_KEYS = ['flags', 'errorsWhileComputingFlags'];
const V3 = {
  featureFlags: VALUES,
  featureFlagPayloads: { exp: '{"limit": 3}' },
  errorsWhileComputingFlags: false,
};
const V4 = { flags: DETAILS, errorsWhileComputingFlags: false };
const JSON_TYPE = { 'content-type': 'application/json' };

/** For each endpoint and version: the expected body and its top-level keys (`flags` documentation, section 2.1). */
const TABLE: readonly (readonly [string, object, readonly string[]])[] = [
  [
    '/decide/?v=2',
    { featureFlags: { beta: true, exp: 'test' }, ...CONFIG },
    ['featureFlags', ...ALL_CONFIG],
  ],
  ['/decide?v=3', { ...V3, ...CONFIG }, [...V3_KEYS, ...ALL_CONFIG]],
  ['/decide/?v=4', { ...V4, ...CONFIG }, [...V4_KEYS, ...ALL_CONFIG]],
  ['/decide/?v=3&config=false', V3, V3_KEYS],
  ['/flags/?v=1', V3, V3_KEYS],
  ['/flags/?v=text', V3, V3_KEYS],
  ['/flags?v=2', V4, V4_KEYS],
  // Version 3 contains all fields of version 2, as in PostHog's earlier service.
  ['/flags/?v=3', V4, V4_KEYS],
  [
    '/flags/?v=3',
    {
      flags: {
        beta: { value: true, metadata: { config_version: 1, version: 1 } },
        old: { value: false },
        exp: { value: 'test', metadata: { variant_key: 'test', payload: '{"limit": 3}' } },
      },
    },
    V4_KEYS,
  ],
  ['/flags/?v=5', V4, V4_KEYS],
  ['/flags/?version=1', V3, V3_KEYS],
  ['/flags/?v=2&config=true', { ...V4, ...CONFIG }, [...V4_KEYS, ...ALL_CONFIG]],
  ['/flags/?config=true', { ...V3, ...CONFIG }, [...V3_KEYS, ...ALL_CONFIG]],
  ['/flags', { ...V4, ...CONFIG }, [...V4_KEYS, ...ALL_CONFIG]],
  ['/flags/?v=2&ip=1&_=1&ver=1.2&foo=bar', V4, V4_KEYS],
];

const UUID = '0190f7a8-3b7c-4def-8123-456789abcdef';

/** The format of the response for each endpoint and version. */
export const shapes: readonly ConformanceCase[] = [
  {
    name: 'every endpoint and version has its response format',
    steps: [
      ...FLAGS,
      ...TABLE.map(([path, body, keys]) =>
        asks(path, {}, body, {
          keys: [...keys, ...STAMP],
          lacks: ['flags.inactive', 'featureFlags.inactive', 'featureFlagPayloads.beta'],
          headers: JSON_TYPE,
        }),
      ),
      asks('/decide/?v=2', {}, {}, { lacks: ['featureFlags.old'] }),
      ...['', '?v=', '?v=1', '?v=0', '?v=-1', '?v=text'].map((query) =>
        asks(
          `/decide/${query}`,
          {},
          { featureFlags: ['beta', 'exp'] },
          {
            keys: ['featureFlags', ...STAMP, ...ALL_CONFIG],
          },
        ),
      ),
    ],
  },
  {
    name: 'a header of a proxy determines the endpoint',
    steps: [
      flag('beta'),
      asks(
        '/flags/?v=3',
        {},
        { featureFlags: { beta: true }, ...CONFIG },
        { lacks: ['flags'] },
        { headers: { 'x-original-endpoint': 'decide' } },
      ),
    ],
  },
  {
    name: 'a request id is kept if it is a UUID, otherwise replaced',
    steps: [
      asks('/flags/?v=2', {}, { requestId: UUID }, {}, { headers: { 'x-request-id': UUID } }),
      asks(
        '/flags/?v=2',
        {},
        /"requestId":"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}","evaluatedAt":\d{13}[,}]/,
        {},
        { headers: { 'x-request-id': 'nope' } },
      ),
    ],
  },
  {
    name: 'after the quota is used up: 200 without flags, so that SDKs keep their current ones',
    steps: [
      flag('beta'),
      asks('/flags/?v=2', {}, { flags: { beta: {} } }, { lacks: ['quotaLimited'] }),
      {
        manage: { method: 'PATCH', path: '' },
        body: { quota_limited_resources: [{ resource: 'feature_flags' }] },
        status: 200,
      },
      {
        ...asks(
          '/flags/?v=2',
          {},
          { flags: {}, errorsWhileComputingFlags: false, quotaLimited: ['feature_flags'] },
          { keys: [...V4_KEYS, ...STAMP, 'quotaLimited'], lacks: ['flags.beta'] },
        ),
        withinMs: 2_000,
      },
      asks(
        '/decide?v=3',
        {},
        { featureFlags: {}, featureFlagPayloads: {}, quotaLimited: ['feature_flags'] },
        { lacks: ['featureFlags.beta'] },
      ),
    ],
  },
  {
    name: 'disable_flags: no flag is evaluated, no distinct id is required',
    steps: [
      flag('beta'),
      {
        send: { path: '/flags/?v=2', body: { token: TOKEN, disable_flags: true } },
        response: {
          status: 200,
          body: { flags: {}, errorsWhileComputingFlags: false },
          lacks: ['flags.beta'],
        },
      },
    ],
  },
  {
    name: 'flag_keys: only these flags are returned',
    steps: [
      ...FLAGS,
      asks(
        '/flags/?v=2',
        { flag_keys: ['beta'] },
        { flags: { beta: {} } },
        { lacks: ['flags.exp'] },
      ),
      asks(
        '/decide?v=3',
        { flag_keys_to_evaluate: ['exp', 'nothing'] },
        { featureFlags: { exp: 'test' } },
        { lacks: ['featureFlags.beta', 'featureFlags.nothing'] },
      ),
      asks('/flags/?v=2', { flag_keys: [] }, {}, { lacks: ['flags.beta', 'flags.exp'] }),
    ],
  },
  {
    name: 'GET and HEAD return 200 without flags; other methods 405',
    steps: [
      ...FLAGS,
      ...['/flags/', '/flags', '/decide', '/flags/?v=1'].flatMap((path) => [
        {
          send: { method: 'GET', path },
          response: {
            status: 200,
            headers: JSON_TYPE,
            body: {
              supportedCompression: ['gzip', 'gzip-js', 'lz64'],
              config: { enable_collect_everything: true },
              toolbarParams: {},
              isAuthenticated: false,
              sessionRecording: false,
            },
            lacks: ['flags.beta', 'featureFlags.beta'],
            keys: [
              ...(path === '/decide'
                ? ['featureFlags']
                : path === '/flags/?v=1'
                  ? V3_KEYS
                  : V4_KEYS),
              ...STAMP,
              ...MINIMAL,
            ],
          },
        },
        { send: { method: 'HEAD', path }, response: { status: 200, body: '' } },
        ...['PUT', 'PATCH', 'DELETE'].map((method) => ({
          send: { method, path, body: who() },
          response: {
            status: 405,
            body: '',
            headers: { allow: 'GET, POST, OPTIONS, HEAD' },
          },
        })),
      ]),
    ],
  },
];
