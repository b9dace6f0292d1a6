import type { LoggedEventV1 } from '@tidemark/contracts';
import { normalizeEvent } from './normalize-event';
import type { NormalizedEvent } from './normalized-event';

const entry = (given: Partial<LoggedEventV1>): LoggedEventV1 => ({
  v: 1,
  team_id: 1,
  uuid: '01900000-0000-7000-8000-000000000000',
  event: 'e',
  distinct_id: 'd',
  timestamp: '2026-01-02T03:04:05.678Z',
  captured_at: '2026-01-02T03:04:06.000Z',
  ip: null,
  properties: {},
  historical_migration: false,
  ...given,
});

const read = (given: Partial<LoggedEventV1>, anonymizeIps = false) =>
  normalizeEvent(entry(given), { anonymizeIps });

function event(given: Partial<LoggedEventV1>, anonymizeIps = false): NormalizedEvent {
  const result = read(given, anonymizeIps);
  if (result.kind !== 'event') throw new Error(result.warning?.type);
  return result.event;
}

describe('dropped', () => {
  it.each([
    [{ event: '$$client_ingestion_warning' }, 'client_ingestion_warning'],
    [{ event: '$$heatmap' }, 'unsupported_event'],
    [{ distinct_id: 'x'.repeat(401) }, 'distinct_id_too_long'],
    [
      { event: '$groupidentify', properties: { $group_key: 'x'.repeat(401) } },
      'group_key_too_long',
    ],
    ...['$identify', '$create_alias', '$merge_dangerously'].map(
      (name): [Partial<LoggedEventV1>, string] => [
        { event: name, properties: { $process_person_profile: false } },
        'invalid_event_when_process_person_profile_is_false',
      ],
    ),
  ] as [Partial<LoggedEventV1>, string][])('%j', (given, type) => {
    expect(read(given)).toMatchObject({ kind: 'dropped', warning: { type } });
  });

  it('$performance_event, without a warning', () => {
    expect(read({ event: '$performance_event' })).toEqual({ kind: 'dropped', warning: null });
  });

  it('a warning of an SDK, with its message', () => {
    const properties = { $$client_ingestion_warning_message: 'too fast' };
    expect(read({ event: '$$client_ingestion_warning', properties })).toMatchObject({
      warning: { details: { message: 'too fast' } },
    });
  });
});

describe('properties', () => {
  it.each<[string, Partial<LoggedEventV1>, object]>([
    ['get the address of the request', { ip: '1.1.1.1' }, { $ip: '1.1.1.1' }],
    [
      'keep an address that was sent',
      { ip: '1.1.1.1', properties: { $ip: '2.2.2.2' } },
      { $ip: '2.2.2.2' },
    ],
    ...[null, '', 0, false].map((none): [string, Partial<LoggedEventV1>, object] => [
      `get the address of the request instead of ${JSON.stringify(none)}`,
      { ip: '1.1.1.1', properties: { $ip: none } },
      { $ip: '1.1.1.1' },
    ]),
    ['keep an empty address if there is no other', { properties: { $ip: '' } }, { $ip: '' }],
    [
      'get the time of the client when it sent the request',
      { sent_at: '2026-01-02T03:04:07.000Z', properties: { $sent_at: 'x' } },
      { $sent_at: '2026-01-02T03:04:07.000Z' },
    ],
    [
      'convert the session id to lower case',
      { properties: { $session_id: '0190ABCD-0000-7000-8000-000000000000' } },
      { $session_id: '0190abcd-0000-7000-8000-000000000000' },
    ],
    ['keep another session id', { properties: { $session_id: 'ABC' } }, { $session_id: 'ABC' }],
    [
      'lose elements and large properties',
      {
        properties: {
          $elements: [],
          $elements_chain: 'a',
          $heatmap_data: {},
          ph_product_tours: 1,
          $product_tours_activated: 1,
          $override_feature_flag_payloads: 1,
          x: 1,
        },
      },
      { x: 1 },
    ],
    [
      'lose $process_person_profile',
      { properties: { $process_person_profile: true, x: null } },
      { x: null },
    ],
    [
      'contain the changes of the person',
      { properties: { $browser: 'F', $set: { a: 1 } } },
      { $browser: 'F', $set: { $browser: 'F', a: 1 }, $set_once: { $initial_browser: 'F' } },
    ],
    [
      'lose $set and $set_once when personless',
      {
        properties: {
          $process_person_profile: false,
          $set: { a: 1 },
          $set_once: {},
          $unset: [],
          $group_0: 'g',
        },
      },
      { $process_person_profile: false },
    ],
    [
      'copy the older name of the operating system',
      { properties: { $os_name: 'iOS', $is_server: false } },
      expect.objectContaining({ $os: 'iOS' }) as never,
    ],
  ])('%s', (_, given, properties) => {
    const { properties: own, personChanges } = event(given);
    expect({ ...own, ...personChanges }).toEqual(properties);
  });

  it('keep $set and $set_once as sent if nothing was added', () => {
    const given = { $set: {}, $set_once: 'x' };
    expect(event({ properties: given }).personChanges).toEqual(given);
  });

  it('have no address in projects that anonymize', () => {
    expect(event({ ip: '1.1.1.1' }, true).properties).toEqual({});
    expect(event({ properties: { $ip: '2.2.2.2' } }, true).properties).toEqual({});
  });

  it('of the entry are not changed', () => {
    const properties = Object.freeze({
      $process_person_profile: true,
      $elements: [],
      $browser: 'F',
    });
    expect(() => event({ properties, ip: '1.1.1.1' })).not.toThrow();
  });
});

it.each([
  [{ $unset: ['a', 1, 'b'] }, ['a', 'b']],
  [{ $unset: { a: 1, b: null } }, ['a', 'b']],
  [{ $unset: 'a' }, []],
])('unsets %j', (properties, names) => {
  expect(event({ properties }).update.unset).toEqual(names);
});

it.each<[Partial<LoggedEventV1>, [string, object][]]>([
  [
    { properties: { $process_person_profile: 'no' } },
    [['invalid_process_person_profile', { $process_person_profile: 'no' }]],
  ],
  [{ properties: { $session_id: 'abc' } }, [['invalid_event_session_id', { $session_id: 'abc' }]]],
  [{ properties: { $session_id: 5 } }, []],
  [{ event: 'x'.repeat(201) }, [['event_name_truncated', { maxLength: 200 }]]],
  [{ event: 'x'.repeat(200) }, []],
  [
    {
      event: '$groupidentify',
      properties: { $group_type: 't', $group_key: 'k', $group_set: ['a', 'b'] },
    },
    [['invalid_group_set', { $group_set: '["a","b"]' }]],
  ],
  [
    { notices: [{ type: 'ignored_invalid_timestamp', details: { value: 'soon' } }] },
    [['ignored_invalid_timestamp', { value: 'soon' }]],
  ],
])('warns of %j', (given, warnings) => {
  expect(read(given)).toMatchObject({
    kind: 'event',
    warnings: warnings.map(([type, details]) => ({ type, details })),
  });
});

it('does not cut the name inside a surrogate pair', () => {
  expect(event({ event: 'x'.repeat(300) }).event).toBe('x'.repeat(200));
  expect(event({ event: `${'x'.repeat(199)}🌊` }).event).toBe(`${'x'.repeat(199)}\uFFFD`);
});

it.each(['$identify', '$create_alias', '$merge_dangerously'])(
  '%s is stored without a merge if the edge has switched person processing off',
  (name) => {
    const properties = {
      ...{ $process_person_profile: false, $anon_distinct_id: 'a', alias: 'a' },
      $set: { plan: 'pro' },
    };
    const notices = [{ type: 'person_processing_disabled', details: {} }];
    expect(event({ event: name, properties, notices })).toMatchObject({
      personless: true,
      mergeSource: null,
      update: { set: {}, setOnce: {} },
    });
  },
);

it('is personless only for the boolean false', () => {
  expect(
    [false, true, 'false', 0, null].map(
      (flag) => event({ properties: { $process_person_profile: flag } }).personless,
    ),
  ).toEqual([true, false, false, false, false]);
});
