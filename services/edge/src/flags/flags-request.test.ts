import { callerRuntime } from './caller-runtime';
import { readFlagsQuery } from './flags-query';
import { readFlagsRequest } from './read-flags-request';

describe('readFlagsQuery', () => {
  it.each([
    ['flags', '', 2, true],
    ['flags', 'v=2', 2, false],
    ['flags', 'config=true', 1, true],
    ['flags', 'v=&config=', 2, true],
    ['flags', 'version=3&config=0', 3, false],
    ['decide', '', 1, true],
    ['decide', 'v=3', 3, true],
    ['decide', 'v=4&config=false', 4, false],
    ['decide', 'v=garbage', 1, true],
    ['decide', 'v=%2B3&config=True', 3, true],
    ['flags', 'v=2.0', 1, false],
    ['decide', 'v=-2', -2, true],
  ] as const)('%s?%s is version %i, config %s', (endpoint, text, version, config) => {
    expect(readFlagsQuery(endpoint, new URLSearchParams(text))).toMatchObject({ version, config });
  });
});

describe('readFlagsRequest', () => {
  it('reads every field under its other names', () => {
    expect(
      readFlagsRequest({
        $token: 'phc_x',
        $distinct_id: 8675309,
        $properties: { plan: 'pro', $device_id: 'd', $anon_distinct_id: 'a' },
        $groups: { company: 'c' },
        $group_properties: { company: { tier: 'gold' }, bad: 5 },
        flag_keys_to_evaluate: ['k', 5],
        evaluation_environments: ['web'],
        evaluation_runtime: 'server',
        ip_address: '10.0.0.1',
        timezone: 'Europe/Paris',
        cookieless_hash_extra: 'x',
        unknown: true,
      }),
    ).toEqual({
      token: 'phc_x',
      distinctId: '8675309',
      deviceId: 'd',
      anonDistinctId: 'a',
      groups: { company: 'c' },
      personProperties: { plan: 'pro', $device_id: 'd', $anon_distinct_id: 'a' },
      groupProperties: { company: { tier: 'gold' } },
      flagKeys: ['k'],
      evaluationContexts: ['web'],
      evaluationRuntime: 'server',
      visitor: { ipAddress: '10.0.0.1', timezone: 'Europe/Paris', hashExtra: 'x' },
      geoipDisable: false,
      disableFlags: false,
    });
  });

  it('reads the first non-empty value of two names', () => {
    expect(readFlagsRequest({ token: '', api_key: 'phc_y' }).token).toBe('phc_y');
  });

  it('disables the GeoIP look-up only for the value true', () => {
    const wishes = [true, 'true', 1, false, undefined];
    expect(wishes.map((wish) => readFlagsRequest({ geoip_disable: wish }).geoipDisable)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('distinguishes an empty distinct id from a missing one', () => {
    expect(readFlagsRequest({ distinct_id: '' }).distinctId).toBe('');
    expect(readFlagsRequest({ distinct_id: null }).distinctId).toBeNull();
    expect(readFlagsRequest({}).distinctId).toBeNull();
  });

  it.each([[true], [{}], [[]]])('rejects the distinct id %j', (id) => {
    expect(() => readFlagsRequest({ distinct_id: id })).toThrow('invalid JSON');
  });

  it.each([[[]], [null], ['text']])('rejects the body %j', (body) => {
    expect(() => readFlagsRequest(body)).toThrow('invalid JSON');
  });
});

describe('callerRuntime', () => {
  it.each([
    ['server', { 'user-agent': 'Mozilla/5.0' }, 'server'],
    ['anything', {}, 'all'],
    [null, { 'user-agent': 'Mozilla/5.0 (X11)' }, 'client'],
    [null, { 'user-agent': 'posthog-node/5.0.0', origin: 'https://a' }, 'server'],
    [null, { 'user-agent': 'curl/8.0' }, 'server'],
    [null, { 'user-agent': 'posthog-ios/3.0' }, 'client'],
    [null, { 'user-agent': 'okhttp', referer: 'https://a' }, 'client'],
    [null, { 'user-agent': 'okhttp' }, null],
  ] as const)('%j with %j is %j', (explicit, headers, expected) => {
    expect(callerRuntime(explicit, headers)).toBe(expected);
  });
});
