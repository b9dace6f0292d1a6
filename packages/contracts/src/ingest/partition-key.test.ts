import { eventPartitionKey, partitionKeyOf } from './partition-key';

const cookieless = { $cookieless_mode: true };
const key = (properties: Record<string, unknown>, ip: string | null = '203.0.113.9') =>
  eventPartitionKey({ distinctId: 'd', properties, ip });

describe('partition key', () => {
  it.each([{}, { $cookieless_mode: false }, { $cookieless_mode: 'true' }, { $ip: '192.0.2.1' }])(
    'is the distinct id with %j',
    (properties) => {
      expect(key(properties)).toBe('d');
    },
  );

  it('is the address in cookieless mode; that of the event has precedence', () => {
    expect(key(cookieless)).toBe('203.0.113.9');
    expect(key({ ...cookieless, $ip: '192.0.2.1' })).toBe('192.0.2.1');
    expect(key({ ...cookieless, $ip: '' })).toBe('203.0.113.9');
    expect(key({ ...cookieless, $ip: 5 })).toBe('203.0.113.9');
    expect(key(cookieless, null)).toBe('d');
  });

  it('of a record that is not an event is its distinct id', () => {
    expect(
      partitionKeyOf({
        ...({ v: 1, kind: 'warning', team_id: 1, uuid: 'u', distinct_id: 'd', type: 't' } as const),
        ...({ severity: 'info', details: cookieless, timestamp: '', count: 1 } as const),
      }),
    ).toBe('d');
  });
});
