import type { EdgeRoute } from '@tidemark/contracts';
import { edgeRoutes } from '@tidemark/contracts';
import type { ConformanceCase, Send, WireRequest } from '../test-support/case';
import { event, PERSONAL_KEY, PROJECT, TOKEN, USER } from '../test-support/case';
import { EVERYONE, flag, who } from './flag-steps';

const TIME = '2026-01-02T12:00:00Z';
const READER = { headers: { authorization: `Bearer ${PERSONAL_KEY}` } };
const OTLP = {
  headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
};
const PROVIDER = { headers: { 'x-api-key': TOKEN }, body: { context: { targetingKey: USER } } };
const SNAPSHOT = {
  event: '$snapshot',
  properties: {
    token: TOKEN,
    distinct_id: USER,
    $session_id: '01900000-0000-7000-8000-000000000001',
    $window_id: 'w',
    $snapshot_data: [{ type: 4, timestamp: 1_700_000_000_000, data: { href: 'https://a.b/c' } }],
  },
};

type Asked = Pick<WireRequest, 'headers' | 'body'> & { readonly query?: string };

/** The request for each route of the edge in the API description, by operation id. */
const REQUESTS: Readonly<Record<string, Asked>> = {
  capture: { body: event('described') },
  capture_v1: {
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'user-agent': 'conformance/1',
      'posthog-sdk-info': 'posthog-node/5.1.0',
      'posthog-attempt': '1',
      'posthog-request-id': '0190a8c0-0000-7000-8000-0000000000fe',
      'posthog-request-timestamp': TIME,
    },
    body: {
      created_at: TIME,
      batch: [
        {
          event: 'described',
          uuid: '0190a8c0-0000-7000-8000-0000000000fd',
          distinct_id: USER,
          timestamp: TIME,
        },
      ],
    },
  },
  capture_ai: {
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
    body: [
      '--x',
      'Content-Disposition: form-data; name="event"',
      '',
      JSON.stringify({
        event: '$ai_trace',
        distinct_id: USER,
        uuid: '0190a8c0-0000-7000-8000-0000000000fc',
      }),
      '--x--',
      '',
    ].join('\r\n'),
  },
  capture_recording: { body: [SNAPSHOT] },
  otlp_traces: { ...OTLP, body: { resourceSpans: [] } },
  otlp_ai_traces: { ...OTLP, body: { resourceSpans: [] } },
  otlp_logs: { ...OTLP, body: { resourceLogs: [{ scopeLogs: [{ logRecords: [{}] }] }] } },
  otlp_metrics: { ...OTLP, body: { resourceMetrics: [{ scopeMetrics: [{ metrics: [] }] }] } },
  flags: { body: who(), query: 'v=2' },
  decide: { body: who(), query: 'v=4' },
  flags_definitions: { ...READER, query: `token=${TOKEN}` },
  feature_flags_local_evaluation_retrieve: READER,
  feature_flags_remote_config_retrieve: { ...READER, query: `token=${TOKEN}` },
  ofrep_evaluate_flags: PROVIDER,
  ofrep_evaluate_flag: PROVIDER,
  surveys_offered: { query: `token=${TOKEN}` },
  early_access_features_offered: { query: `token=${TOKEN}` },
  remote_config: {},
  remote_config_script: {},
  remote_config_bundle: {},
};

/** Requests one path of a route, with or without its trailing slash, and expects a response as described. */
function asks({ name, method }: EdgeRoute, path: string): Send {
  const asked = REQUESTS[name];
  if (asked === undefined) throw new Error(`${name} is described, but not asked for here`);
  const { query, ...request } = asked;
  const target = path
    .replace('{project_id}', PROJECT)
    .replace('{token}', TOKEN)
    .replace('{key}', 'described');
  const send = { ...request, method, path: query === undefined ? target : `${target}?${query}` };
  return { send, response: { status: 200 }, withinMs: 2_000 };
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** One case for each route of the edge in the API description. */
export const describedRoutes: readonly ConformanceCase[] = edgeRoutes.map((route) => ({
  name: `described: ${route.name}`,
  steps: [
    flag(
      'described',
      { ...EVERYONE, payloads: { true: '{"a":1}' } },
      {
        is_remote_configuration: true,
      },
    ),
    ...route.paths.flatMap((path) =>
      [...new Set([path, withoutSlash(path)])].map((form) => asks(route, form)),
    ),
  ],
}));
