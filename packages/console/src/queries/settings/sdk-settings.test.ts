import type { ClientFields } from './sdk-settings';
import { changesOf, draftOf, fieldOfError, problemsOf } from './sdk-settings';

const UNSET: ClientFields = {
  session_recording_opt_in: false,
  capture_console_log_opt_in: false,
  autocapture_opt_out: null,
  autocapture_exceptions_opt_in: null,
  autocapture_web_vitals_opt_in: null,
  autocapture_web_vitals_allowed_metrics: null,
  capture_performance_opt_in: null,
  capture_dead_clicks: null,
  heatmaps_opt_in: null,
  surveys_opt_in: null,
  flags_persistence_default: null,
  session_recording_sample_rate: null,
  session_recording_minimum_duration_milliseconds: null,
  session_recording_linked_flag: null,
  session_recording_network_payload_capture_config: null,
  session_recording_masking_config: null,
  session_recording_url_trigger_config: [],
  session_recording_url_blocklist_config: [],
  session_recording_event_trigger_config: [],
  session_recording_trigger_match_type_config: null,
  session_replay_config: null,
  recording_domains: null,
};
const SET: ClientFields = {
  ...UNSET,
  autocapture_opt_out: true,
  session_recording_sample_rate: '0.25',
  session_recording_minimum_duration_milliseconds: 2_500,
  session_recording_masking_config: { maskAllInputs: false, maskTextSelector: '.private' },
  session_recording_network_payload_capture_config: { recordBody: true },
  session_recording_url_trigger_config: [{ url: '/checkout', matching: 'regex' }],
  recording_domains: ['https://a.example', 'https://*.b.example'],
};
const isSelector = (text: string): boolean => !text.includes('[');

describe('the draft of the SDK settings', () => {
  it('shows the defaults of the SDKs for unset fields', () => {
    expect(draftOf(UNSET)).toMatchObject({
      autocapture: true,
      heatmaps: false,
      surveys: true,
      maskInputs: true,
      sampling: '',
      minimum: '',
      vitals: ['CLS', 'FCP', 'INP', 'LCP'],
      triggerMatch: 'all',
      domains: '',
    });
  });

  it('shows stored values in the units of the form', () => {
    expect(draftOf(SET)).toMatchObject({
      autocapture: false,
      sampling: '25',
      minimum: '2.5',
      maskInputs: false,
      maskText: '.private',
      bodies: true,
      headers: false,
      urlTriggers: '/checkout',
      domains: 'https://a.example\nhttps://*.b.example',
    });
  });

  it.each([UNSET, SET])('has no changes if it was only opened', (stored) => {
    expect(changesOf(draftOf(stored), stored)).toEqual({});
  });

  it('shows that surveys are off only if the project has turned them off', () => {
    expect(draftOf({ ...UNSET, surveys_opt_in: false }).surveys).toBe(false);
    expect(changesOf({ ...draftOf(UNSET), surveys: false }, UNSET)).toEqual({
      surveys_opt_in: false,
    });
  });

  it('sends only changed fields', () => {
    const draft = {
      ...draftOf(SET),
      heatmaps: true,
      sampling: '',
      minimum: ' 3 ',
      block: ' .secret ',
      maskText: '',
      domains: '\n https://c.example \n',
      urlTriggers: '/a\n/b',
    };
    expect(changesOf(draft, SET)).toEqual({
      heatmaps_opt_in: true,
      session_recording_sample_rate: null,
      session_recording_minimum_duration_milliseconds: 3_000,
      session_recording_masking_config: { maskAllInputs: false, blockSelector: '.secret' },
      recording_domains: ['https://c.example'],
      session_recording_url_trigger_config: [
        { url: '/a', matching: 'regex' },
        { url: '/b', matching: 'regex' },
      ],
    });
    expect(changesOf({ ...draftOf(UNSET), sampling: '7' }, UNSET)).toEqual({
      session_recording_sample_rate: '0.07',
    });
  });
});

describe('problems of the SDK settings', () => {
  const problems = (changes: object) => problemsOf({ ...draftOf(UNSET), ...changes }, isSelector);

  it('are empty for valid settings', () => {
    expect(problemsOf(draftOf(SET), isSelector)).toEqual({});
    expect(problems({ sampling: '100', minimum: '30' })).toEqual({});
  });

  it.each([
    ['sampling', '101'],
    ['sampling', '12.5'],
    ['sampling', '-1'],
    ['minimum', '31'],
    ['minimum', 'long'],
    ['maskText', 'a['],
    ['block', '['],
    ['domains', 'shop.example.com'],
    ['domains', 'https://a.example/path'],
    ['urlTriggers', '/a\n('],
    ['urlBlocklist', '['],
  ])('are reported at %s for %j', (field, value) => {
    expect(Object.keys(problems({ [field]: value }))).toEqual([field]);
  });

  it('are reported if web vitals are on without a measure', () => {
    expect(problems({ webVitals: true, vitals: [] })).toHaveProperty('vitals');
    expect(problems({ webVitals: false, vitals: [] })).toEqual({});
  });
});

it.each([
  ['session_recording_sample_rate', 'sampling'],
  ['session_recording_url_trigger_config__0__url', 'urlTriggers'],
  ['session_recording_masking_config__blockSelector', 'block'],
  ['session_recording_masking_config', 'maskInputs'],
  ['session_recording_network_payload_capture_config__recordBody', 'bodies'],
  ['name', null],
  [null, null],
])('shows the error of %s at %s', (attr, field) => {
  expect(fieldOfError(attr)).toBe(field);
});
