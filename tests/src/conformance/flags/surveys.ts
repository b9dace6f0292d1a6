import type { ConformanceCase, ExpectedResponse, Manage, Send } from '../test-support/case';
import { PERSONAL_KEY, TOKEN } from '../test-support/case';
import { asks, flag, only, where } from './flag-steps';

const PATH = `/api/surveys/?token=${TOKEN}`;
const QUESTIONS = [{ type: 'open', question: 'How is it?' }];

function survey(body: object, status = 201): Manage {
  return { manage: { method: 'POST', path: 'surveys/' }, body, status };
}

function offered(response: ExpectedResponse): Send {
  return { send: { method: 'GET', path: PATH }, response, withinMs: 1_000 };
}

function configured(body: object): Send {
  return {
    send: { method: 'GET', path: `/array/${TOKEN}/config` },
    response: { status: 200, body },
    withinMs: 1_000,
  };
}

/** Surveys in the responses to SDKs (`docs/wire/flags-management.md#public-surveys`). */
export const surveys: readonly ConformanceCase[] = [
  {
    name: 'a survey contains the keys of the flags that target it; archived surveys are left out',
    steps: [
      flag('beta'),
      flag('survey-targeting-1'),
      survey({
        name: 'NPS',
        type: 'popover',
        questions: QUESTIONS,
        conditions: { url: '/pricing', urlMatchType: 'icontains' },
        appearance: { position: 'right' },
        linked_flag_id: '{{beta}}',
        targeting_flag_id: '{{survey-targeting-1}}',
        start_date: '2026-01-01T00:00:00Z',
      }),
      survey({ name: 'old', type: 'api', archived: true }),
      offered({
        status: 200,
        keys: ['surveys', 'survey_config'],
        body: {
          surveys: [
            {
              name: 'NPS',
              description: '',
              type: 'popover',
              linked_flag_key: 'beta',
              targeting_flag_key: 'survey-targeting-1',
              questions: QUESTIONS,
              conditions: { url: '/pricing', urlMatchType: 'icontains' },
              appearance: { position: 'right' },
              start_date: '2026-01-01T00:00:00.000Z',
              end_date: null,
              current_iteration: null,
              current_iteration_start_date: null,
              schedule: 'once',
              enable_partial_responses: false,
            },
          ],
        },
      }),
      // The survey's own flag is on for people who have not answered it. Neither this flag nor the targeting flag is
      // listed.
      {
        manage: { method: 'GET', path: 'feature_flags/' },
        status: 200,
        response: { count: 1, results: [{ key: 'beta' }] },
      },
      {
        send: {
          method: 'GET',
          path: `/flags/definitions?token=${TOKEN}`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        response: { status: 200, body: { flags: [{ key: 'beta' }] } },
        withinMs: 1_000,
      },
      {
        ...asks(
          '/flags/?v=2&only_evaluate_survey_feature_flags=true',
          {},
          /"survey-targeting-[0-9a-f]{10}":\{[^{}]*"enabled":true/,
        ),
        withinMs: 1_000,
      },
      configured({ surveys: [{ name: 'NPS' }] }),
      asks('/decide?v=3', {}, { surveys: true }),
      asks('/flags/?v=2&config=true', {}, { surveys: true }),
      {
        manage: { method: 'PATCH', path: '' },
        body: { survey_config: { appearance: { theme: 'dark' } } },
        status: 200,
      },
      configured({ surveys: [{ name: 'NPS' }], survey_config: { appearance: { theme: 'dark' } } }),
      { manage: { method: 'PATCH', path: '' }, body: { surveys_opt_in: false }, status: 200 },
      configured({ surveys: false }),
      asks('/decide?v=3', {}, { surveys: false }),
      { manage: { method: 'PATCH', path: '' }, body: { surveys_opt_in: null }, status: 200 },
      configured({ surveys: [{ name: 'NPS' }] }),
    ],
  },
  {
    name: 'a survey has targeting flags, a schedule, an appearance and statistics',
    steps: [
      flag('linked'),
      {
        manage: { method: 'PATCH', path: '' },
        body: { survey_config: { appearance: { theme: 'dark' } } },
        status: 200,
        response: { survey_config: { appearance: { theme: 'dark' } } },
      },
      {
        ...survey({
          name: 'weekly',
          type: 'popover',
          questions: QUESTIONS,
          linked_flag_id: '{{linked}}',
          targeting_flag_filters: only(where('plan', 'exact', ['pro'])),
          schedule: 'recurring',
          iteration_count: 3,
          iteration_frequency_days: 7,
          start_date: new Date().toISOString(),
        }),
        response: {
          schedule: 'recurring',
          current_iteration: 1,
          linked_flag: { key: 'linked' },
          targeting_flag: { active: true },
          internal_targeting_flag: { active: true },
        },
      },
      offered({
        status: 200,
        body: {
          surveys: [{ name: 'weekly', current_iteration: 1, schedule: 'recurring' }],
          survey_config: { appearance: { theme: 'dark' } },
        },
      }),
      {
        manage: { method: 'GET', path: 'feature_flags/{{linked}}/' },
        status: 200,
        response: { surveys: [{ name: 'weekly', linked_flag_key: 'linked' }] },
      },
      {
        manage: { method: 'GET', path: 'surveys/{{weekly}}/stats/' },
        status: 200,
        response: { rates: { response_rate: 0 } },
      },
      {
        manage: { method: 'GET', path: 'activity_log/?scope=Survey&item_id={{weekly}}' },
        status: 200,
        response: { total_count: 1, results: [{ activity: 'created', scope: 'Survey' }] },
      },
    ],
  },
  {
    name: 'any website with a valid token may read surveys',
    steps: [
      {
        send: { method: 'GET', path: PATH, headers: { origin: 'https://shop.example' } },
        response: {
          status: 200,
          headers: { 'access-control-allow-origin': 'https://shop.example' },
          body: { surveys: [], survey_config: null },
        },
      },
      {
        send: { method: 'GET', path: '/api/surveys?token=' },
        response: { status: 401, body: { code: 'missing_api_key' } },
      },
      {
        send: { method: 'GET', path: '/api/surveys/?token=phc_nobody' },
        response: { status: 401, body: { code: 'invalid_api_key' } },
      },
    ],
  },
];
