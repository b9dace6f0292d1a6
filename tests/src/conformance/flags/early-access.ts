import type { ConformanceCase, ExpectedResponse, Manage, Send } from '../test-support/case';
import { PERSONAL_KEY, PROJECT, TOKEN, captured } from '../test-support/case';
import { NOBODY, asks, details, flag, only, values } from './flag-steps';

const PATH = `/api/early_access_features/?token=${TOKEN}`;
const ADMIN = `/api/projects/${PROJECT}/early_access_feature/`;
const KEY = { authorization: `Bearer ${PERSONAL_KEY}` };

function feature(body: object, status = 201): Manage {
  return { manage: { method: 'POST', path: 'early_access_feature/' }, body, status };
}

function offered(query: string, response: ExpectedResponse): Send {
  return { send: { method: 'GET', path: `${PATH}${query}` }, response, withinMs: 1_000 };
}

function rejectsCreate(body: object, response: object): Send {
  return {
    send: { path: ADMIN, headers: KEY, body },
    response: { status: 400, body: { type: 'validation_error', ...response } },
  };
}

/** Captures the event that posthog-js sends when a person opts in or out. */
function enrolls(optIn: boolean): Send {
  return captured('$feature_enrollment_update', {
    $feature_flag: 'new-board',
    $feature_enrollment: optIn,
    $set: { '$feature_enrollment/new-board': optIn },
  });
}

/**
 * Early access features (`docs/wire/flags-evaluation.md#early-access` and
 * `docs/wire/flags-management.md#early-access-features`).
 */
export const earlyAccess: readonly ConformanceCase[] = [
  {
    name: 'a feature creates a flag that is on only for persons who opt in',
    steps: [
      feature({
        name: 'New board',
        description: 'Faster',
        stage: 'beta',
        documentation_url: 'https://docs.example/board',
      }),
      offered('', {
        status: 200,
        keys: ['earlyAccessFeatures'],
        body: {
          earlyAccessFeatures: [
            {
              name: 'New board',
              description: 'Faster',
              stage: 'beta',
              documentationUrl: 'https://docs.example/board',
              payload: {},
              flagKey: 'new-board',
            },
          ],
        },
      }),
      { ...values({ 'new-board': false }), withinMs: 1_000 },
      // Until the event is ingested, the SDK sends the value itself.
      values(
        { 'new-board': true },
        { person_properties: { '$feature_enrollment/new-board': true } },
      ),
      enrolls(true),
      {
        ...details({ 'new-board': { enabled: true, reason: { code: 'super_condition_value' } } }),
        withinMs: 10_000,
      },
      enrolls(false),
      {
        ...details({ 'new-board': { enabled: false, reason: { code: 'super_condition_value' } } }),
        withinMs: 10_000,
      },
    ],
  },
  {
    name: 'the flag of a feature contains the feature; the history contains its changes',
    steps: [
      feature({ name: 'New board', stage: 'beta' }),
      {
        manage: { method: 'GET', path: 'feature_flags/' },
        status: 200,
        response: {
          results: [
            {
              key: 'new-board',
              features: [{ name: 'New board', stage: 'beta', flagKey: 'new-board' }],
            },
          ],
        },
      },
      {
        manage: { method: 'PATCH', path: 'early_access_feature/{{New board}}/' },
        body: { stage: 'alpha' },
        status: 200,
      },
      {
        manage: { method: 'GET', path: 'activity_log/?scope=EarlyAccessFeature' },
        status: 200,
        response: {
          total_count: 2,
          results: [
            {
              activity: 'updated',
              detail: {
                name: 'New board',
                changes: [{ field: 'stage', before: 'beta', after: 'alpha' }],
              },
            },
            { activity: 'created' },
          ],
        },
      },
    ],
  },
  {
    name: 'the list contains the requested stages, by default beta, and never drafts',
    steps: [
      ...['draft', 'concept', 'alpha', 'beta', 'archived'].map((stage) =>
        feature({ name: `in ${stage}`, stage }),
      ),
      offered('', { status: 200, body: { earlyAccessFeatures: [{ stage: 'beta' }] } }),
      offered('&stage=alpha&stage=concept&stage=draft&stage=archived', {
        status: 200,
        body: {
          earlyAccessFeatures: [
            { stage: 'concept', flagKey: 'in-concept' },
            { stage: 'alpha', flagKey: 'in-alpha' },
          ],
        },
      }),
      // In the stages before a release, the choice is stored, but the flag stays off.
      asks(
        '/decide?v=3',
        { person_properties: { '$feature_enrollment/in-concept': true } },
        { featureFlags: { 'in-concept': false, 'in-alpha': false } },
      ),
    ],
  },
  {
    name: 'any website with a valid token may read the list',
    steps: [
      {
        send: {
          method: 'GET',
          path: PATH.replace('features/', 'features'),
          headers: { origin: 'https://shop.example' },
        },
        response: {
          status: 200,
          headers: { 'access-control-allow-origin': 'https://shop.example' },
          body: { earlyAccessFeatures: [] },
        },
      },
      {
        send: {
          method: 'OPTIONS',
          path: PATH,
          headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
        },
        response: { status: 200, body: '' },
      },
      {
        send: { method: 'GET', path: '/api/early_access_features/' },
        response: {
          status: 401,
          body: { type: 'authentication_error', code: 'missing_api_key', attr: null },
        },
      },
      {
        send: { method: 'GET', path: '/api/early_access_features/?token=phc_nobody' },
        response: { status: 401, body: { code: 'invalid_api_key' } },
      },
    ],
  },
  {
    name: 'invalid features are rejected, also those with an unknown flag or a key that is in use',
    steps: [
      flag('beta', NOBODY),
      flag('exp', {
        ...NOBODY,
        multivariate: { variants: [{ key: 'test', rollout_percentage: 100 }] },
      }),
      flag('group', { ...only(), aggregation_group_type_index: 0 }),
      feature({ name: 'x', stage: 'beta', feature_flag_id: 2_147_483_647 }, 400),
      feature({ name: 'taken', stage: 'beta' }),
      feature({ name: 'taken', stage: 'beta' }, 400),
      rejectsCreate({ stage: 'beta' }, { attr: 'name', code: 'required' }),
      rejectsCreate({ name: 'x', stage: 'soon' }, { attr: 'stage' }),
      rejectsCreate({ name: '日本', stage: 'beta' }, { attr: 'name' }),
    ],
  },
];
