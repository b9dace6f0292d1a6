import type { ConformanceCase, ExpectedResponse, Manage, Send } from '../test-support/case';
import { PERSONAL_KEY, PROJECT, TOKEN } from '../test-support/case';
import { EVERYONE, change, flag, only, where } from './flag-steps';

const PATH = `/flags/definitions?token=${TOKEN}&send_cohorts`;
const REMOTE = `/api/projects/@current/feature_flags/secret/remote_config?token=${TOKEN}`;
const PLAIN = '{"token":"s3"}';
const LOCAL = `/api/feature_flag/local_evaluation?token=${TOKEN}`;
const PROJECT_LOCAL = `/api/projects/${PROJECT}/feature_flags/local_evaluation/`;
const DOCUMENT_KEYS = [
  'flags',
  'group_type_mapping',
  'cohorts',
  'minimal_flag_called_events',
  'property_matching_version',
];
const STATIC = { name: 'listed', is_static: true };
const KEY = { authorization: `Bearer ${PERSONAL_KEY}` };

/** Reads flag definitions with the personal key. */
function reads(response: ExpectedResponse, headers: object = {}, path = PATH): Send {
  return { send: { method: 'GET', path, headers: { ...KEY, ...headers } }, response };
}

function rejected(headers: Record<string, string>, response: ExpectedResponse, path = PATH): Send {
  return { send: { method: 'GET', path, headers }, response };
}

/** Expects flags in the document within a second of a change. */
function live(flags: readonly object[]): Send {
  return { ...reads({ status: 200, body: { flags } }), withinMs: 1_000 };
}

const needs = (key: string): object => ({
  key: `{{${key}}}`,
  type: 'flag',
  operator: 'flag_evaluates_to',
  value: true,
});

const inCohort = (name: string): object => ({ key: 'id', type: 'cohort', value: `{{${name}}}` });

function cohort(name: string, filter: object): Manage {
  const filters = { properties: { type: 'OR', values: [{ type: 'AND', values: [filter] }] } };
  return { manage: { method: 'POST', path: 'cohorts/' }, body: { name, filters }, status: 201 };
}

/**
 * The document for local evaluation (`docs/wire/flags-management.md#local-evaluation-document`) and remote
 * configuration (`docs/wire/flags-management.md#remote-config-payload`).
 */
export const definitions: readonly ConformanceCase[] = [
  {
    name: 'the document of a project without flags',
    steps: [
      reads({
        status: 200,
        body: { flags: [], group_type_mapping: {}, cohorts: {}, minimal_flag_called_events: false },
        headers: {
          'content-type': 'application/json',
          'cache-control': 'private, must-revalidate, no-store',
          etag: /^W\/"[0-9a-f]+"$/,
        },
      }),
    ],
  },
  {
    name: 'the document contains flags as they are stored, including inactive ones, without deleted ones',
    steps: [
      flag('b-inactive', EVERYONE, { active: false, name: 'what for' }),
      flag('a-filtered', only(where('plan', 'exact', 'pro')), { evaluation_runtime: 'server' }),
      flag('c-deleted'),
      change('c-deleted', { deleted: true }),
      live([
        {
          key: 'a-filtered',
          active: true,
          deleted: false,
          version: 1,
          evaluation_runtime: 'server',
          filters: { groups: [{ properties: [where('plan', 'exact', 'pro')] }] },
        },
        { key: 'b-inactive', name: 'what for', active: false },
      ]),
    ],
  },
  {
    name: 'a filter on another flag contains the key of that flag and its dependency chain',
    steps: [
      flag('bottom'),
      flag('middle', only(needs('bottom'))),
      flag('top', only(needs('middle'))),
      live([
        { key: 'bottom' },
        {
          key: 'middle',
          filters: {
            groups: [{ properties: [{ key: 'bottom', dependency_chain: ['bottom'] }] }],
          },
        },
        {
          key: 'top',
          filters: {
            groups: [{ properties: [{ key: 'middle', dependency_chain: ['bottom', 'middle'] }] }],
          },
        },
      ]),
    ],
  },
  {
    name: 'a flag may depend on an inactive flag, whose value is false',
    steps: [
      flag('inactive', EVERYONE, { active: false }),
      flag('asks', only({ ...needs('inactive'), value: false })),
      {
        send: { path: '/decide?v=3', body: { token: TOKEN, distinct_id: 'u1' } },
        response: { status: 200, body: { featureFlags: { asks: true } } },
        withinMs: 1_000,
      },
    ],
  },
  {
    name: 'a client with the current version gets a 304',
    steps: [
      reads({ status: 304, body: '', headers: { etag: /^W\// } }, { 'if-none-match': '*' }),
      reads({ status: 200 }, { 'if-none-match': 'W/"0123456789abcdef"' }),
    ],
  },
  {
    name: 'the older paths return the same',
    steps: [
      '/flags/definitions/?token=',
      '/api/feature_flag/local_evaluation?send_cohorts&token=',
      '/api/feature_flag/local_evaluation/?token=',
      '/api/projects/@current/feature_flags/local_evaluation/?token=',
    ].map((path) => reads({ status: 200, body: { flags: [] } }, {}, path + TOKEN)),
  },
  {
    name: 'cohorts: always on the current path, on older paths only with send_cohorts',
    steps: [
      cohort('pro', where('plan', 'exact', ['pro'])),
      { manage: { method: 'POST', path: 'cohorts/' }, body: STATIC, status: 201 },
      flag('by-cohort', { groups: [{ properties: [inCohort('pro')], rollout_percentage: 30 }] }),
      flag('by-list', only(inCohort('listed'))),
      live([{ key: 'by-cohort' }, { key: 'by-list' }]),
      ...[PATH, PATH.replace('&send_cohorts', ''), `${LOCAL}&send_cohorts`].map((path) =>
        reads(
          {
            status: 200,
            body: {
              flags: [
                { filters: { groups: [{ properties: [{ type: 'cohort' }] }] } },
                { filters: { groups: [{ properties: [{ type: 'cohort' }] }] } },
              ],
            },
            keys: DOCUMENT_KEYS,
          },
          {},
          path,
        ),
      ),
      ...[LOCAL, PROJECT_LOCAL, `${LOCAL}&send_cohorts=false`].map((path) =>
        reads(
          {
            status: 200,
            body: {
              flags: [
                {
                  key: 'by-cohort',
                  filters: {
                    groups: [
                      { rollout_percentage: 30, properties: [where('plan', 'exact', ['pro'])] },
                    ],
                  },
                },
                { key: 'by-list', filters: { groups: [{ properties: [{ type: 'cohort' }] }] } },
              ],
            },
            headers: { etag: /^W\/"[0-9a-f]+"$/ },
          },
          {},
          path,
        ),
      ),
      reads({ status: 200, body: /"cohorts":\{\}/ }, {}, LOCAL),
      // The document contains one cohort; the static one is left out.
      reads({ status: 200, body: /"cohorts":\{"\d+":\{[^{}]*\{[^{}]*\{[^{}]*\}\]\}\]\}\}/ }),
    ],
  },
  {
    name: 'errors',
    steps: [
      rejected({}, { status: 401, body: { code: 'not_authenticated' } }),
      rejected(
        { authorization: 'Bearer phx_unknown' },
        { status: 401, body: { type: 'authentication_error', code: 'authentication_failed' } },
      ),
      rejected({ authorization: 'Bearer phs_unknown' }, { status: 401 }),
      rejected({ authorization: `Bearer ${TOKEN}` }, { status: 401 }),
      rejected(KEY, { status: 401 }, '/flags/definitions?token=phc_unknown'),
      { send: { path: PATH, headers: KEY }, response: { status: 405 } },
    ],
  },
  {
    name: 'after the quota of flag requests is used up, the response is a 402',
    steps: [
      {
        manage: { method: 'PATCH', path: '' },
        body: { quota_limited_resources: ['feature_flags'] },
        status: 200,
      },
      {
        ...reads({ status: 402, body: { type: 'quota_limited', code: 'payment_required' } }),
        withinMs: 1_000,
      },
    ],
  },
  {
    name: 'remote configuration: the payload of a flag as JSON text',
    steps: [
      flag(
        'settings',
        { ...EVERYONE, payloads: { true: '{"limit": 3}' } },
        {
          is_remote_configuration: true,
        },
      ),
      flag('bare', EVERYONE, { is_remote_configuration: true }),
      flag('plain', { ...EVERYONE, payloads: { true: '1' } }),
      ...[
        ['settings', { status: 200, body: '"{\\"limit\\": 3}"' }],
        ['bare', { status: 200, body: '', headers: { 'content-type': null } }],
        ['plain', { status: 404, body: { code: 'not_found' } }],
        ['nothing', { status: 404, body: { code: 'not_found' } }],
      ].map(([key, response]): Send => ({
        ...reads(
          response as ExpectedResponse,
          {},
          `/api/projects/@current/feature_flags/${key as string}/remote_config?token=${TOKEN}`,
        ),
        withinMs: 1_000,
      })),
      rejected(
        {},
        { status: 401 },
        `/api/projects/@current/feature_flags/settings/remote_config?token=${TOKEN}`,
      ),
    ],
  },
  {
    name: 'only the management API and remote configuration return encrypted payloads in plain text',
    steps: [
      flag(
        'secret',
        { ...EVERYONE, payloads: { true: '{"token":"s3"}' } },
        { is_remote_configuration: true, has_encrypted_payloads: true },
      ),
      change('secret', { name: 'renamed' }),
      reads(
        {
          status: 200,
          body: {
            results: [{ has_encrypted_payloads: true, filters: { payloads: { true: PLAIN } } }],
          },
        },
        {},
        `/api/projects/${PROJECT}/feature_flags/`,
      ),
      {
        ...reads({ status: 200, body: JSON.stringify(PLAIN) }, {}, REMOTE),
        withinMs: 1_000,
      },
      {
        send: { path: '/flags/?v=2', body: { token: TOKEN, distinct_id: 'u1' } },
        response: {
          status: 200,
          body: { flags: { secret: { metadata: { payload: '"********* (encrypted)"' } } } },
        },
      },
      reads({ status: 200, body: { flags: [] } }),
      change('secret', { has_encrypted_payloads: false }),
      live([{ key: 'secret', filters: { payloads: { true: PLAIN } } }]),
      change('secret', { has_encrypted_payloads: true }),
      live([]),
      reads({ status: 200, body: JSON.stringify(PLAIN) }, {}, REMOTE),
    ],
  },
];
