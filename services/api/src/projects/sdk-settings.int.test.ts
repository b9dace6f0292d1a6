import { DEFAULT_SDK_SETTINGS } from '@tidemark/contracts';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
});
afterAll(() => api.stop());

const PATH = '/api/projects/1/';
const ALL = {
  autocapture_opt_out: true,
  autocapture_exceptions_opt_in: true,
  autocapture_web_vitals_opt_in: true,
  autocapture_web_vitals_allowed_metrics: ['CLS', 'LCP'],
  capture_performance_opt_in: true,
  capture_dead_clicks: true,
  heatmaps_opt_in: true,
  flags_persistence_default: true,
  surveys_opt_in: false,
  session_recording_sample_rate: '0.25',
  session_recording_minimum_duration_milliseconds: 2000,
  session_recording_linked_flag: { id: 7, key: 'replay', variant: 'on' },
  session_recording_network_payload_capture_config: { recordBody: true, recordHeaders: false },
  session_recording_masking_config: { maskAllInputs: true, maskTextSelector: '*' },
  session_recording_url_trigger_config: [{ url: '/checkout', matching: 'regex' }],
  session_recording_url_blocklist_config: [{ url: '/admin', matching: 'regex' }],
  session_recording_event_trigger_config: ['$exception'],
  session_recording_trigger_match_type_config: 'any',
  session_replay_config: { record_canvas: true },
  recording_domains: ['https://*.example.com'],
};

it('are unset in a new project', async () => {
  expect((await api.call('GET', PATH)).body).toMatchObject(DEFAULT_SDK_SETTINGS);
});

it('are stored one by one, returned, and unset by null', async () => {
  expect(Object.keys(ALL).sort()).toEqual(Object.keys(DEFAULT_SDK_SETTINGS).sort());
  const stored = await api.call('PATCH', PATH, { json: ALL });
  expect(stored.status).toBe(200);
  expect(stored.body).toMatchObject(ALL);
  const one = await api.call('PATCH', PATH, { json: { heatmaps_opt_in: null } });
  expect(one.body).toMatchObject({ ...ALL, heatmaps_opt_in: null });
  expect((await api.call('GET', PATH)).body).toEqual(one.body);
});

it('are given at the creation of a project', async () => {
  const made = await api.call('POST', '/api/projects/', {
    json: { name: 'Shop', capture_dead_clicks: true, session_recording_sample_rate: 0.5 },
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    ...DEFAULT_SDK_SETTINGS,
    capture_dead_clicks: true,
    session_recording_sample_rate: '0.50',
  });
});

it('are in the history of the project', async () => {
  await api.call('PATCH', PATH, { json: { autocapture_opt_out: false } });
  await api.call('PATCH', PATH, { json: { autocapture_opt_out: true } });
  const log = await api.call('GET', `${PATH}activity_log/?scope=Team`);
  expect(log.body.results[0]).toMatchObject({
    detail: { changes: [{ field: 'autocapture_opt_out', before: false, after: true }] },
  });
});

it.each([
  ['session_recording_sample_rate', 1.01, 'Ensure this value is less than or equal to 1.'],
  ['session_recording_sample_rate', -0.5, 'Ensure this value is greater than or equal to 0.'],
  [
    'session_recording_sample_rate',
    '0.125',
    'Ensure that there are no more than 2 decimal places.',
  ],
  ['session_recording_sample_rate', 'half', 'A valid number is required.'],
  ['session_recording_sample_rate', [0.5], 'A valid number is required.'],
  ['session_recording_minimum_duration_milliseconds', 30_001, /30000/],
  ['session_recording_minimum_duration_milliseconds', -1, /0/],
  ['session_recording_linked_flag', { id: 1 }, 'This field is required.'],
  ['session_recording_linked_flag', { id: 1, key: 'a', more: 1 }, /only 'id' and 'key'/],
  ['session_recording_network_payload_capture_config', { recordAll: true }, /recordHeaders/],
  ['session_recording_network_payload_capture_config', 'all', 'Must provide a dictionary or None.'],
  ['session_recording_masking_config', { maskAllInputs: 'yes' }, /boolean/],
  ['session_recording_masking_config', { maskEverything: true }, /maskAllInputs/],
  ['session_recording_url_trigger_config', [{ url: '[', matching: 'regex' }], /regular expression/],
  [
    'session_recording_url_trigger_config',
    [{ url: '/a', matching: 'exact' }],
    /not a valid choice/,
  ],
  ['session_recording_event_trigger_config', [''], /./],
  [
    'session_recording_trigger_match_type_config',
    'some',
    "Must provide a valid trigger match type. Only 'all' or 'any' or None are allowed.",
  ],
  ['autocapture_web_vitals_allowed_metrics', ['TTFB'], /not a valid choice/],
  ['heatmaps_opt_in', 'maybe', /boolean/i],
  ['recording_domains', 'https://a.example', /./],
])('an invalid %s is an error: %j', async (field, value, message) => {
  const response = await api.call('PATCH', PATH, { json: { [field]: value } });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ type: 'validation_error' });
  expect(response.body.attr).toMatch(new RegExp(`^${field}`));
  expect(response.body.detail).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
});
