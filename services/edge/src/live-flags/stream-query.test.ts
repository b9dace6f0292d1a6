import { readStreamQuery } from './stream-query';

const read = (query: string) => readStreamQuery(new URLSearchParams(query));

it('reads the fields of a flag request', () => {
  const query = new URLSearchParams({
    token: 'phc_x',
    distinct_id: '42',
    $device_id: 'device',
    groups: '{"company":"acme"}',
    person_properties: '{"plan":"pro"}',
    group_properties: '{"company":{"tier":"a"}}',
    flag_keys: '["a"]',
    evaluation_contexts: '["web"]',
    evaluation_runtime: 'client',
    geoip_disable: '1',
    disable_flags: 'TRUE',
  });
  expect(readStreamQuery(query)).toMatchObject({
    token: 'phc_x',
    distinctId: '42',
    deviceId: 'device',
    groups: { company: 'acme' },
    personProperties: { plan: 'pro' },
    groupProperties: { company: { tier: 'a' } },
    flagKeys: ['a'],
    evaluationContexts: ['web'],
    evaluationRuntime: 'client',
    geoipDisable: true,
    disableFlags: true,
  });
});

it('treats missing values and those of another type as absent, as /flags does', () => {
  expect(read('distinct_id=u&groups=5&person_properties=&flag_keys={}')).toMatchObject({
    token: undefined,
    distinctId: 'u',
    groups: {},
    personProperties: {},
    flagKeys: null,
    geoipDisable: false,
    disableFlags: false,
  });
  expect(read('').distinctId).toBeNull();
});

it('rejects a text that is no JSON without repeating it', () => {
  expect(() => read('person_properties={secret')).toThrow(
    expect.objectContaining({ status: 400, message: expect.not.stringContaining('secret') }),
  );
});
