import type { ConformanceCase } from '../test-support/case';
import { EVERYONE, asks, flag, values } from './flag-steps';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36';
const RUNTIMES = ['server', 'client', 'all'].map((runtime) =>
  flag(runtime, EVERYONE, { evaluation_runtime: runtime }),
);

/** The headers and fields of a request, and which of the three flags it does not get. */
const CALLERS: readonly (readonly [
  string,
  Readonly<Record<string, string>>,
  object,
  readonly string[],
])[] = [
  ['a browser', { 'user-agent': BROWSER }, {}, ['server']],
  ['posthog-node', { 'user-agent': 'posthog-node/5.1.0' }, {}, ['client']],
  ['posthog-python', { 'user-agent': 'posthog-python/6.0.0' }, {}, ['client']],
  ['curl', { 'user-agent': 'curl/8.5.0' }, {}, ['client']],
  ['python requests', { 'user-agent': 'python-requests/2.32' }, {}, ['client']],
  ['a Flutter app', { 'user-agent': 'posthog-flutter/4.0' }, {}, ['server']],
  ['a fetch from a website', { 'sec-fetch-mode': 'cors' }, {}, ['server']],
  ['an unknown value for the runtime', {}, { evaluation_runtime: 'moon' }, []],
  ['an app', { 'user-agent': 'posthog-ios/3.0.0' }, {}, ['server']],
  ['a website without a user agent', { origin: 'https://shop.example' }, {}, ['server']],
  ['an unknown client', {}, {}, ['server', 'client']],
  ['the runtime server in capital letters', {}, { evaluation_runtime: 'SERVER' }, ['client']],
  [
    'a browser with the runtime server in its request',
    { 'user-agent': BROWSER },
    { evaluation_runtime: 'server' },
    ['client'],
  ],
];

/** Which flags a response contains: by the runtime of the client, and by dependencies. */
export const selection: readonly ConformanceCase[] = [
  ...CALLERS.map(([name, headers, more, kept]): ConformanceCase => ({
    name: `runtime: ${name}`,
    steps: [
      ...RUNTIMES,
      asks(
        '/flags/?v=2',
        more,
        { flags: { all: { enabled: true } } },
        { lacks: kept.map((key) => `flags.${key}`) },
        { headers },
      ),
      ...RUNTIMES.map(({ body }) => (body as { key: string }).key)
        .filter((key) => !kept.includes(key))
        .map((key) =>
          asks('/flags/?v=2', more, { flags: { [key]: { enabled: true } } }, {}, { headers }),
        ),
    ],
  })),
  {
    name: 'evaluation contexts: flags without contexts, and flags with a common one',
    steps: [
      flag('web', EVERYONE, { evaluation_contexts: ['web', 'docs'] }),
      flag('app', EVERYONE, { evaluation_contexts: ['app'] }),
      flag('plain'),
      asks(
        '/decide?v=3',
        { evaluation_contexts: ['web'] },
        { featureFlags: { web: true, plain: true } },
        { lacks: ['featureFlags.app'] },
      ),
      values({ web: true, app: true, plain: true }),
      values({ web: true, app: true, plain: true }, { evaluation_contexts: [] }),
    ],
  },
  {
    name: 'only flags of surveys if the request asks for these',
    steps: [
      flag('survey-targeting-1'),
      flag('beta'),
      asks(
        '/flags/?v=2&only_evaluate_survey_feature_flags=true',
        {},
        { flags: { 'survey-targeting-1': { enabled: true } } },
        { lacks: ['flags.beta'] },
      ),
    ],
  },
  {
    name: 'evaluation contexts under their older name; without a common one, only flags without contexts',
    steps: [
      flag('web', EVERYONE, { evaluation_contexts: ['web', 'docs'] }),
      flag('plain'),
      asks(
        '/decide?v=3',
        { evaluation_environments: ['docs', 'x'] },
        { featureFlags: { web: true, plain: true } },
      ),
      asks(
        '/decide?v=3',
        { evaluation_environments: ['x'] },
        { featureFlags: { plain: true } },
        { lacks: ['featureFlags.web'] },
      ),
    ],
  },
];
