import fc from 'fast-check';
import type { MapRecord } from '..';
import {
  mapAmplitude,
  mapCsv,
  mapMixpanel,
  mixpanelMapper,
  mapPlausible,
  mapPostHogEvent,
  mapSegment,
  mapUmami,
  readCsvMapping,
} from '..';
import { context, eventOf } from './test-support/event-of';

describe('PostHog', () => {
  const row = {
    uuid: '0190AAAA-0000-4000-8000-000000000001',
    event: '$autocapture',
    distinct_id: 'a',
    timestamp: '2024-03-01 10:00:00.123000',
    properties: '{"$browser":"Firefox","$set":{"plan":"pro"}}',
    elements_chain: 'a:text="Buy"',
  };

  it('keeps uuid, time and properties of a row of a batch export', () => {
    expect(eventOf(mapPostHogEvent(row, context))).toEqual({
      uuid: '0190aaaa-0000-4000-8000-000000000001',
      event: '$autocapture',
      distinct_id: 'a',
      timestamp: '2024-03-01T10:00:00.123Z',
      properties: {
        $browser: 'Firefox',
        $set: { plan: 'pro' },
        $elements_chain: 'a:text="Buy"',
      },
    });
  });

  it.each([
    [{ event: '' }, 'the event has no name'],
    [{ distinct_id: null }, 'the event has no distinct id'],
    [{ timestamp: 'yesterday' }, 'the event has no timestamp that can be read'],
    [{ properties: '[1]' }, 'the properties of the event are not a JSON object'],
  ])('skips a row with %j', (change, reason) => {
    expect(mapPostHogEvent({ ...row, ...change }, context)).toEqual({ kind: 'skipped', reason });
  });
});

describe('Mixpanel', () => {
  const line = {
    event: 'Signed up',
    properties: {
      ...{ time: 1_704_103_200, distinct_id: 'u1', $insert_id: 'i1', $user_id: 'u1' },
      ...{ $device_id: 'd1', $city: 'Berlin', plan: 'pro' },
    },
  };

  it('merges the device of an event with its user', () => {
    const mapped = mapMixpanel(line, context);
    expect(mapped).toMatchObject({
      kind: 'event',
      event: {
        event: 'Signed up',
        distinct_id: 'u1',
        timestamp: '2024-01-01T10:00:00.000Z',
        properties: { $geoip_city_name: 'Berlin', plan: 'pro' },
      },
      also: [
        {
          event: '$identify',
          distinct_id: 'u1',
          properties: { $anon_distinct_id: '$device:d1' },
        },
      ],
    });
  });

  it.each([
    ['$identify', { $identified_id: 'u', $anon_id: 'a' }, '$identify', { $anon_distinct_id: 'a' }],
    ['$create_alias', { distinct_id: 'u', alias: 'a' }, '$create_alias', { alias: 'a' }],
    ['$merge', { $distinct_ids: ['u', 'a'] }, '$merge_dangerously', { alias: 'a' }],
  ])('%s brings two ids together and is no event', (event, given, as, properties) => {
    const time = 1_704_103_200_123;
    const mapped = mapMixpanel(
      { event, properties: { distinct_id: 'u', ...given, time } },
      context,
    );
    expect(mapped).toMatchObject({
      kind: 'identity',
      events: [{ event: as, distinct_id: 'u', timestamp: '2024-01-01T10:00:00.123Z', properties }],
    });
  });

  it('an event that has only a device has the distinct id under which its user is joined', () => {
    const { time, $device_id } = line.properties;
    const anonymous = { event: 'Opened', properties: { time, $device_id } };
    expect(mapMixpanel(anonymous, context)).toMatchObject({ event: { distinct_id: '$device:d1' } });
  });

  it('the time of a project from before 2023 is that of its clocks', () => {
    const map = mixpanelMapper('US/Pacific');
    const at = (time: number) => {
      const properties = { ...line.properties, time };
      return eventOf(map({ ...line, properties }, context)).timestamp;
    };
    expect(at(1_704_103_200)).toBe('2024-01-01T18:00:00.000Z');
    expect(at(1_719_828_000_500)).toBe('2024-07-01T17:00:00.500Z');
  });

  it('a profile sets the properties of its person', () => {
    const profile = { $distinct_id: 'u1', $properties: { $email: 'u@example.com', plan: 'pro' } };
    expect(mapMixpanel(profile, context)).toMatchObject({
      kind: 'identity',
      events: [{ event: '$set', properties: { $set: { email: 'u@example.com', plan: 'pro' } } }],
    });
  });
});

describe('Amplitude', () => {
  const line = {
    uuid: '6f1d3a34-0000-4000-8000-000000000001',
    event_type: 'Add to cart',
    user_id: 'u1',
    device_id: 'd1',
    event_time: '2024-01-01 10:00:00.123000',
    event_properties: { sku: 1 },
    user_properties: { plan: 'pro' },
    groups: { company: ['acme'] },
    os_name: 'Linux',
    city: 'Berlin',
    session_id: 1_704_103_200_000,
  };

  it.each([
    [
      { platform: 'Web', os_name: 'Chrome', os_version: '120', device_type: 'Mac' },
      { $browser: 'Chrome', $browser_version: '120', $os: 'Mac', $device_type: 'Desktop' },
    ],
    [
      { platform: 'Web', os_name: 'Mobile Safari', device_type: 'Apple iPhone' },
      { $browser: 'Mobile Safari', $os: 'Apple iPhone', $device_type: 'Mobile' },
    ],
    [
      { platform: 'iOS', os_name: 'ios', os_version: '17.2', device_type: 'Apple iPhone 14' },
      { $os: 'ios', $os_version: '17.2', $device_type: 'Apple iPhone 14' },
    ],
  ])('the system of %j', (given, properties) => {
    const { os_name: _, city: __, ...rest } = line;
    const event = eventOf(mapAmplitude({ ...rest, ...given }, context));
    const found = Object.fromEntries(
      Object.entries(event.properties).filter(([name]) =>
        /^\$(?:os|browser|device_type)/.test(name),
      ),
    );
    expect(found).toEqual(properties);
  });

  it('an event belongs to its user, and its device is merged into it', () => {
    expect(mapAmplitude(line, context)).toMatchObject({
      event: {
        uuid: line.uuid,
        event: 'Add to cart',
        distinct_id: 'u1',
        timestamp: '2024-01-01T10:00:00.123Z',
        properties: {
          ...{ sku: 1, $os: 'Linux', $geoip_city_name: 'Berlin', $set: { plan: 'pro' } },
          $groups: { company: 'acme' },
        },
      },
      also: [{ event: '$identify', properties: { $anon_distinct_id: 'd1' } }],
    });
  });

  it('an event without a user belongs to its device', () => {
    const mapped = mapAmplitude({ ...line, user_id: null }, context);
    expect(mapped).toMatchObject({ event: { distinct_id: 'd1' } });
    expect(mapped).not.toHaveProperty('also');
  });

  it('$identify changes properties and is not an event', () => {
    expect(mapAmplitude({ ...line, event_type: '$identify' }, context)).toMatchObject({
      kind: 'identity',
      events: [{ event: '$identify' }, { event: '$set', properties: { $set: { plan: 'pro' } } }],
    });
  });
});

describe('Segment', () => {
  const base = {
    ...{ messageId: 'm1', anonymousId: 'a1', timestamp: '2024-01-01T10:00:00Z' },
    context: { page: { url: 'https://example.com/' }, os: { name: 'Linux' } },
  };

  it.each([
    [
      { type: 'track', event: 'Bought', userId: 'u1', properties: { price: 1 } },
      { event: 'Bought', distinct_id: 'u1', properties: { price: 1, $os: 'Linux' } },
    ],
    [
      { type: 'page', properties: { url: 'https://example.com/p', path: '/p' } },
      {
        event: '$pageview',
        distinct_id: 'a1',
        properties: { $current_url: 'https://example.com/p' },
      },
    ],
    [
      { type: 'identify', userId: 'u1', traits: { plan: 'pro' } },
      { event: '$identify', properties: { $set: { plan: 'pro' }, $anon_distinct_id: 'a1' } },
    ],
    [
      { type: 'alias', userId: 'u1', previousId: 'old' },
      { event: '$create_alias', properties: { alias: 'old' } },
    ],
    [
      { type: 'group', userId: 'u1', groupId: 'acme', traits: { size: 3 } },
      { event: '$groupidentify', properties: { $group_key: 'acme', $group_set: { size: 3 } } },
    ],
  ])('%j', (message, expected) => {
    expect(eventOf(mapSegment({ ...base, ...message }, context))).toMatchObject(expected);
  });

  it('skips a message that is not an event', () => {
    expect(mapSegment({ ...base, type: 'delete' }, context).kind).toBe('skipped');
  });
});

describe('any record', () => {
  const mapping = readCsvMapping({
    event: { column: 'event' },
    distinct_id: { column: 'user_id' },
    timestamp: { column: 'timestamp' },
  });
  const maps: readonly (readonly [string, MapRecord])[] = [
    ['PostHog', mapPostHogEvent],
    ['Mixpanel', mapMixpanel],
    ['Amplitude', mapAmplitude],
    ['Segment', mapSegment],
    ['Umami', mapUmami],
    ['Plausible', (row, given) => mapPlausible('imported_pages_20240101_20240131.csv', row, given)],
    ['CSV', (row, given) => mapCsv(mapping, row, given)],
  ];
  const names = [
    ...['event', 'event_type', 'type', 'distinct_id', 'user_id', 'userId', 'timestamp', 'time'],
    ...['properties', 'created_at', 'session_id', 'event_time', 'date', '$distinct_id', 'groups'],
  ];
  const records = fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(fc.jsonValue(), fc.constantFrom('2024-01-01', 'track', 1_704_103_200)),
  );

  it.each(maps)(
    '%s: never throws, returns the same twice, and every event is complete',
    (_, map) => {
      fc.assert(
        fc.property(records, (record) => {
          const mapped = map(record, context);
          expect(map(record, context)).toEqual(mapped);
          const events =
            mapped.kind === 'event'
              ? [mapped.event, ...(mapped.also ?? [])]
              : mapped.kind === 'identity'
                ? mapped.events
                : [];
          for (const event of events) {
            expect(event.uuid).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
            expect(event.event).not.toBe('');
            expect(event.distinct_id).not.toBe('');
            expect(new Date(event.timestamp).toISOString()).toBe(event.timestamp);
          }
        }),
      );
    },
  );
});
