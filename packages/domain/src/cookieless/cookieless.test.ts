import type { LoggedEventV1 } from '@tidemark/contracts';
import fc from 'fast-check';
import { calendarDay, isCurrentDay } from './calendar-day';
import type { CookielessInput, VisitorState } from '.';
import {
  cookielessVisitor,
  readCookieless,
  resolveVisitors,
  withIdentifications,
  withVisitor,
} from '.';

const NOW = Date.parse('2026-01-02T12:00:00Z');
const MINUTE = 60_000;

const entry = (given: Partial<LoggedEventV1> = {}, properties: object = {}): LoggedEventV1 => ({
  v: 1,
  team_id: 1,
  uuid: '01900000-0000-7000-8000-000000000001',
  event: '$pageview',
  distinct_id: '$posthog_cookieless',
  timestamp: new Date(NOW).toISOString(),
  captured_at: new Date(NOW).toISOString(),
  ip: '1.2.3.4',
  historical_migration: false,
  ...given,
  properties: {
    $cookieless_mode: true,
    $raw_user_agent: 'Firefox',
    $host: 'shop.example.co.uk',
    ...properties,
  },
});

const read = (given: Partial<LoggedEventV1> = {}, properties: object = {}) =>
  readCookieless(entry(given, properties), 'UTC', NOW);

function event(given: Partial<LoggedEventV1> = {}, properties: object = {}): CookielessInput {
  const reading = read(given, properties);
  if (reading.kind !== 'cookieless') throw new Error(reading.kind);
  return reading.event;
}

describe('reading', () => {
  it.each([
    [{ event: '$create_alias' }, {}, 'cookieless_disallowed_event'],
    [{ event: '$merge_dangerously' }, {}, 'cookieless_disallowed_event'],
    [{}, { $raw_user_agent: '' }, 'cookieless_missing_user_agent'],
    [{ ip: null }, {}, 'cookieless_missing_ip'],
    [{}, { $host: undefined }, 'cookieless_missing_host'],
    [{ timestamp: '2025-12-30T23:00:00Z' }, {}, 'cookieless_timestamp_out_of_range'],
    [{ timestamp: '2026-01-04T00:00:00Z' }, {}, 'cookieless_timestamp_out_of_range'],
  ])('drops %j with %j: %s', (given, properties, reason) => {
    expect(read(given, properties)).toEqual({ kind: 'dropped', reason });
  });

  it.each([undefined, false, 'true', 1])('does not change events of mode %j', (mode) => {
    expect(read({ ip: null }, { $cookieless_mode: mode }).kind).toBe('ordinary');
  });

  it('of a request gives the same visitor as an event of that time', () => {
    const facts = {
      teamId: 1,
      timestamp: NOW,
      ip: '1.2.3.4',
      userAgent: 'Firefox',
      host: 'www.example.co.uk',
      extra: 'x',
      timezone: null,
    };
    const properties = { $host: 'shop.example.co.uk', $cookieless_extra: 'x' };
    expect(cookielessVisitor(facts, 'UTC')).toEqual({ ...event({}, properties), uuid: '' });
    for (const less of [{ ip: null }, { userAgent: '' }, { host: undefined }]) {
      expect(cookielessVisitor({ ...facts, ...less }, 'UTC')).toBeNull();
    }
  });

  it('joins sub-domains, and prefers $ip to the address of the request', () => {
    const one = event({}, { $host: 'a.example.co.uk', $ip: '9.9.9.9' });
    expect(event({ ip: null }, { $host: 'b.example.co.uk', $ip: '9.9.9.9' })).toEqual(one);
    expect(event({}, { $host: 'localhost:3000' }).traits).toContain('localhost:3000');
  });

  it.each([
    ['2026-01-02T23:30:00Z', 'Asia/Tokyo', 'UTC', '2026-01-03'],
    ['2026-01-02T23:30:00Z', undefined, 'America/New_York', '2026-01-02'],
    ['2026-01-02T00:30:00Z', 'No/Where', 'America/New_York', '2026-01-01'],
    ['2026-01-02T00:30:00Z', 5, 'No/Where', '2026-01-02'],
  ])('%s in %s of a project in %s is %s', (time, zone, projectZone, day) => {
    expect(calendarDay(Date.parse(time), zone, projectZone)).toBe(day);
  });

  it('accepts the current days of all time zones, and a lag of one day', () => {
    const days = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03'];
    expect(days.filter((day) => isCurrentDay(day, NOW))).toEqual(days.slice(1));
  });
});

const SALTS = new Map([['2026-01-02', Buffer.alloc(16, 7)]]);
const NOTHING: VisitorState = { salts: SALTS, identifications: new Map(), sessions: new Map() };

/** Resolves visitors like a worker, which adds the identifications of the range before it identifies any visitor. */
function resolve(events: readonly CookielessInput[], before: VisitorState = NOTHING) {
  const state = { ...before, identifications: withIdentifications(before, events) };
  const { visitors, sessions } = resolveVisitors(state, events);
  return { visitors, after: { ...state, sessions: new Map([...before.sessions, ...sessions]) } };
}
const at = (minutes: number, given: Partial<LoggedEventV1> = {}, properties: object = {}) =>
  event(
    { timestamp: new Date(NOW - 600 * MINUTE + minutes * MINUTE).toISOString(), ...given },
    properties,
  );

describe('visitors', () => {
  it('are the same for equal traits, and different for different traits', () => {
    const events = [
      at(0),
      at(1),
      at(2, { ip: '4.3.2.1' }),
      at(3, { team_id: 2 }),
      at(4, {}, { $raw_user_agent: 'Chrome' }),
      at(5, {}, { $host: 'other.example' }),
      at(6, {}, { $cookieless_extra: 'x' }),
    ];
    const ids = resolve(events).visitors.map(({ distinctId }) => distinctId);
    expect(ids[0]).toMatch(/^cookieless_[A-Za-z0-9+/]{22}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(6);
  });

  it('are different with another salt', () => {
    const salts = new Map([['2026-01-02', Buffer.alloc(16, 8)]]);
    const [one, other] = [NOTHING, { ...NOTHING, salts }].map(
      (state) => resolve([at(0)], state).visitors[0]?.distinctId,
    );
    expect(one).not.toBe(other);
  });

  it('have a session until they are inactive for half an hour', () => {
    const { visitors } = resolve([at(0), at(20), at(49), at(80)]);
    const ids = visitors.map(({ sessionId }) => sessionId);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([ids[1], ids[2]]).toEqual([ids[0], ids[0]]);
    expect(ids[3]).not.toBe(ids[0]);
  });

  it('keep their session when they are identified; after a logout they are new', () => {
    const events = [
      at(0),
      at(1, {
        event: '$identify',
        distinct_id: 'u1',
        uuid: '01900000-0000-7000-8000-000000000002',
      }),
      at(2, { distinct_id: 'u1' }),
      at(3),
    ];
    const [before, identify, identified, later] = resolve(events).visitors;
    expect(identify).toEqual(before);
    expect(identified).toEqual(before);
    expect(later?.distinctId).not.toBe(before?.distinctId);
    expect(later?.deviceId).toBe(before?.deviceId);
  });

  it('are the same when events are delivered again, and in ranges of any size', () => {
    const action = fc.record({
      minute: fc.nat(120),
      kind: fc.constantFrom('view', 'identify', 'after'),
    });
    const actions = fc.uniqueArray(action, { maxLength: 12, selector: ({ minute }) => minute });
    const ids = (visitors: readonly { distinctId: string }[]) =>
      visitors.map(({ distinctId }) => distinctId);
    fc.assert(
      fc.property(actions, fc.nat(12), (given, split) => {
        const events = given
          .sort((a, b) => a.minute - b.minute)
          .map(({ minute, kind }, index) =>
            at(minute, {
              uuid: `01900000-0000-7000-8000-0000000000${String(index + 10)}`,
              ...(kind === 'identify' && { event: '$identify', distinct_id: 'u' }),
              ...(kind === 'after' && { distinct_id: 'u' }),
            }),
          );
        const whole = resolve(events);
        const first = resolve(events.slice(0, split));
        const second = resolve(events.slice(split), first.after);
        expect([...first.visitors, ...second.visitors]).toEqual(whole.visitors);
        expect(ids(resolve(events, whole.after).visitors)).toEqual(ids(whole.visitors));
      }),
    );
  });
});

describe('the event', () => {
  const visitor = { distinctId: 'v', deviceId: 'd', sessionId: 's' };

  it('has the id of the visitor and no other data about them', () => {
    expect(withVisitor(entry({}, { $cookieless_extra: 'x', a: 1 }), visitor)).toMatchObject({
      distinct_id: 'v',
      properties: {
        $cookieless_mode: true,
        $host: 'shop.example.co.uk',
        a: 1,
        $device_id: 'd',
        $session_id: 's',
      },
    });
    const { properties } = withVisitor(entry({}, { $cookieless_extra: 'x' }), visitor);
    expect(properties).not.toHaveProperty('$raw_user_agent');
    expect(properties).not.toHaveProperty('$cookieless_extra');
  });

  it('that identifies merges the visitor into the given id', () => {
    expect(withVisitor(entry({ event: '$identify', distinct_id: 'u' }), visitor)).toMatchObject({
      distinct_id: 'u',
      properties: { $anon_distinct_id: 'v' },
    });
  });

  it('of an identified user keeps its id', () => {
    expect(withVisitor(entry({ distinct_id: 'u' }), visitor).distinct_id).toBe('u');
  });
});
