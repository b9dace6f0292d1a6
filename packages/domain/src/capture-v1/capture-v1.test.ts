import { loggedEventV1Schema } from '@tidemark/contracts';
import fc from 'fast-check';
import { parseJson } from '../capture/parse-json';
import { CaptureV1Error } from './capture-v1-error';
import { judgeV1Batch, notPersisted } from './judge-v1-batch';
import type { V1Judgement } from './judge-v1-batch';
import { readV1Batch } from './read-v1-batch';

const NOW = Date.parse('2026-01-02T12:00:00Z');
const UUID = '0190a8c0-0000-7000-8000-0000000000ab';
const EVENT = { event: 'a', uuid: UUID, distinct_id: 'u1', timestamp: '2026-01-02T11:00:00Z' };

function judge(body: unknown, request: { skewMs?: number; sdkInfo?: string } = {}): V1Judgement {
  const text = JSON.stringify(body);
  return judgeV1Batch(readV1Batch(parseJson(text)), {
    teamId: 7,
    now: NOW,
    requestTimestamp: NOW + (request.skewMs ?? 0),
    sdkInfo: request.sdkInfo ?? 'posthog-node/5.1.0',
    ip: '203.0.113.9',
    bodyLength: text.length,
    quotaLimits: [],
    onOverQuota: () => undefined,
  });
}

const batch = (...events: unknown[]): object => ({
  created_at: '2026-01-02T12:00:00Z',
  batch: events,
});

function judgeOne(more: object, request?: { skewMs?: number; sdkInfo?: string }) {
  const { results, entries } = judge(batch({ ...EVENT, ...more }), request);
  return { result: results.get(UUID), entry: entries[0] };
}

function rejection(body: unknown): string {
  try {
    judge(body);
  } catch (error) {
    if (!(error instanceof CaptureV1Error)) throw error;
    expect(error.status).toBe(400);
    return error.tag;
  }
  throw new Error('was accepted');
}

describe('a V1 batch', () => {
  it('becomes valid log entries', () => {
    const { results, entries } = judge({
      ...batch({
        ...EVENT,
        uuid: UUID.toUpperCase(),
        distinct_id: ' u1 ',
        session_id: 's1',
        window_id: 'w1',
        properties: { $set: { plan: 'pro' }, $lib: 'forged', $session_id: 'old' },
        options: { process_person_profile: 'FALSE', cookieless_mode: 0, product_tour_id: 12 },
      }),
      historical_migration: true,
    });
    expect(entries).toEqual([
      {
        v: 1,
        team_id: 7,
        uuid: UUID,
        event: 'a',
        distinct_id: 'u1',
        timestamp: '2026-01-02T11:00:00.000Z',
        captured_at: '2026-01-02T12:00:00.000Z',
        sent_at: '2026-01-02T12:00:00.000Z',
        ip: '203.0.113.9',
        properties: {
          $set: { plan: 'pro' },
          $session_id: 's1',
          $window_id: 'w1',
          $process_person_profile: false,
          $cookieless_mode: false,
          $product_tour_id: '12',
          $lib: 'posthog-node',
          $lib_version: '5.1.0',
        },
        historical_migration: true,
      },
    ]);
    expect(loggedEventV1Schema.parse(entries[0])).toEqual(entries[0]);
    expect(Array.from(results)).toEqual([[UUID, { result: 'ok' }]]);
  });

  it.each<[string, unknown]>([
    ['request_parsing_error', []],
    ['request_parsing_error', null],
    ['request_parsing_error', { created_at: '2026-01-02T12:00:00Z' }],
    ['request_parsing_error', { ...batch(EVENT), batch: {} }],
    ['request_parsing_error', batch(EVENT, 'b')],
    ['empty_batch', batch()],
    ['invalid_batch', { batch: [EVENT] }],
    ['invalid_batch', { ...batch(EVENT), created_at: '2026-01-02' }],
    ['invalid_batch', { ...batch(EVENT), created_at: 1_767_355_200 }],
    ['missing_event_uuid', batch({ ...EVENT, uuid: undefined })],
    ['missing_event_uuid', batch({ ...EVENT, uuid: null })],
    ['missing_event_uuid', batch({ ...EVENT, uuid: ' ' })],
    ['invalid_event_uuid', batch({ ...EVENT, uuid: 'u' })],
    ['invalid_event_uuid', batch({ ...EVENT, uuid: 1 })],
    ['duplicate_event_uuid', batch(EVENT, { ...EVENT, uuid: ` ${UUID.toUpperCase()}` })],
  ])('is rejected: %s %j', (tag, body) => {
    expect(rejection(body)).toBe(tag);
  });

  it.each<[string, object]>([
    ['missing_event_name', { event: '' }],
    ['missing_event_name', { event: undefined }],
    ['missing_event_name', { event: 5 }],
    ['event_name_too_long', { event: 'é'.repeat(101) }],
    ['dropped_performance_event', { event: '$performance_event' }],
    ['missing_distinct_id', { distinct_id: undefined }],
    ['missing_distinct_id', { distinct_id: '  ' }],
    ['missing_distinct_id', { distinct_id: ['u'] }],
    ['distinct_id_too_large', { distinct_id: 'é'.repeat(101) }],
    ['invalid_event_timestamp', { timestamp: undefined }],
    ['invalid_event_timestamp', { timestamp: 1_767_355_200_000 }],
    ['invalid_event_timestamp', { timestamp: '2026-01-02 garbage' }],
    ['invalid_event_timestamp', { timestamp: '2026-01-02T11:00:00' }],
    ['invalid_event_timestamp', { timestamp: '2026-02-30T11:00:00Z' }],
    ['invalid_event_timestamp', { timestamp: '9999-12-31T23:30:00-01:00' }],
    ['invalid_event_timestamp', { timestamp: '0001-01-01T00:30:00+01:00' }],
    ['malformed_event_properties', { properties: [] }],
    ['malformed_event_properties', { properties: null }],
    ['malformed_event_properties', { properties: 'x' }],
    ['invalid_options', { options: [] }],
    ['invalid_options', { options: 'x' }],
    ['invalid_options', { options: { process_person_profile: 'maybe' } }],
    ['invalid_options', { options: { cookieless_mode: {} } }],
    ['invalid_options', { options: { disable_skew_correction: 'toString' } }],
    ['invalid_options', { options: { product_tour_id: 1.5 } }],
    ['event_too_big', { properties: { text: 'é'.repeat(500_000) } }],
  ])('drops only the invalid event: %s', (details, bad) => {
    const good = { ...EVENT, uuid: '0190a8c0-0000-7000-8000-0000000000ac' };
    const { results, entries } = judge(batch({ ...EVENT, ...bad }, good));
    expect(Array.from(results)).toEqual([
      [UUID, { result: 'drop', details }],
      [good.uuid, { result: 'ok' }],
    ]);
    expect(entries.map(({ uuid }) => uuid)).toEqual([good.uuid]);
  });

  it.each<[string, object]>([
    ['a name of 200 bytes', { event: 'é'.repeat(100) }],
    ['an id of 200 bytes', { distinct_id: `${'é'.repeat(100)} ` }],
    ['an event of exactly the maximum size', { properties: { text: 'x'.repeat(990_000) } }],
    ['no properties', { properties: undefined }],
    ['null options and fields', { options: null, session_id: null, window_id: 3 }],
    ['unknown and null options', { options: { other: [], cookieless_mode: null } }],
  ])('takes %s', (_, more) => {
    expect(judgeOne(more).result).toEqual({ result: 'ok' });
  });

  it.each(['0', 'Anonymous', '[object Object]', '00000000-0000-0000-0000-000000000000', ' NaN '])(
    'keeps an event of the illegal id %j without a person, whatever its options say',
    (distinctId) => {
      const { result, entry } = judgeOne({
        distinct_id: distinctId,
        options: { process_person_profile: true },
      });
      expect(result).toEqual({ result: 'warning', details: 'person_processing_disabled' });
      expect(entry).toMatchObject({
        distinct_id: distinctId.trim(),
        properties: { $process_person_profile: false },
      });
    },
  );

  it.each<[string, object, number, string]>([
    ['the skew of a fast clock is corrected', {}, 10_000, '2026-01-02T10:59:50.000Z'],
    ['the skew of a slow clock is corrected', {}, -10_000, '2026-01-02T11:00:10.000Z'],
    [
      'the skew is not corrected if the client disables it',
      { options: { disable_skew_correction: '1' } },
      10_000,
      '2026-01-02T11:00:00.000Z',
    ],
    [
      'a time a day in the future becomes now',
      { timestamp: '2026-01-03T12:00:00.000Z' },
      0,
      '2026-01-02T12:00:00.000Z',
    ],
    ['22 h ahead are kept', { timestamp: '2026-01-03T10:00:00Z' }, 0, '2026-01-03T10:00:00.000Z'],
    [
      'a time a day in the future is kept if the skew is not corrected',
      { timestamp: '2026-01-03T12:00:00Z', options: { disable_skew_correction: true } },
      0,
      '2026-01-03T12:00:00.000Z',
    ],
    [
      'with a zone',
      { timestamp: '2026-01-02t12:30:00.123456+01:30' },
      0,
      '2026-01-02T11:00:00.123Z',
    ],
  ])('time: %s', (_, more, skewMs, timestamp) => {
    expect(judgeOne(more, { skewMs }).entry?.timestamp).toBe(timestamp);
  });

  it.each<[string, object]>([
    ['posthog/sub-sdk/2.3.4', { $lib: 'posthog/sub-sdk', $lib_version: '2.3.4' }],
    [' posthog-rs / 1.2.3 ', { $lib: 'posthog-rs', $lib_version: '1.2.3' }],
    ['no-slash', {}],
    ['/1.0.0', {}],
    ['posthog-rs/', {}],
    [`posthog-rs/${'9'.repeat(200)}`, {}],
  ])('library of PostHog-Sdk-Info %j', (sdkInfo, library) => {
    expect(judgeOne({}, { sdkInfo }).entry?.properties).toEqual(library);
  });

  it('asks for a retry of all events except dropped ones if nothing was persisted', () => {
    const uuid = (end: string): string => UUID.slice(0, -2) + end;
    const { results } = judge(
      batch(
        { ...EVENT, uuid: uuid('01') },
        { ...EVENT, uuid: uuid('02'), event: '' },
        { ...EVENT, uuid: uuid('03'), distinct_id: 'guest' },
      ),
    );
    expect(Array.from(notPersisted(results))).toEqual([
      [uuid('01'), { result: 'retry', details: 'not_persisted' }],
      [uuid('02'), { result: 'drop', details: 'missing_event_name' }],
      [uuid('03'), { result: 'retry', details: 'not_persisted' }],
    ]);
  });
});

const anything = fc.jsonValue({ maxDepth: 3 });

const mostly = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: anything });

const looseEvent = fc.record(
  {
    event: mostly(fc.string({ unit: 'binary', maxLength: 120 })),
    uuid: fc.uuid(),
    distinct_id: mostly(fc.oneof(fc.string(), fc.constantFrom('0', 'guest', 'u'.repeat(201)))),
    timestamp: mostly(
      fc.date({ noInvalidDate: true, max: new Date('2100-01-01') }).map((at) => at.toISOString()),
    ),
    session_id: anything,
    options: mostly(fc.dictionary(fc.constantFrom('cookieless_mode', 'other'), anything)),
    properties: mostly(fc.dictionary(fc.string(), anything)),
  },
  { requiredKeys: ['uuid'] },
);

describe('any V1 batch', () => {
  it('gets one result per event in order, and an entry for exactly the accepted ones', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(looseEvent, { selector: ({ uuid }) => uuid, minLength: 1, maxLength: 8 }),
        (events) => {
          const { results, entries } = judge(batch(...events));
          expect(Array.from(results.keys())).toEqual(events.map(({ uuid }) => uuid));
          const kept = Array.from(results).filter(([, { result }]) => result !== 'drop');
          expect(entries.map(({ uuid }) => uuid)).toEqual(kept.map(([uuid]) => uuid));
          for (const entry of entries) {
            expect(loggedEventV1Schema.safeParse(entry).success).toBe(true);
            expect(entry.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
          }
        },
      ),
    );
  });

  it('is judged or rejected without any other error, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          fc.array(anything).map((events) => batch(...events)),
          fc.array(fc.oneof(anything, looseEvent)).map((events) => batch(...events)),
        ),
        (body) => {
          try {
            judge(body);
          } catch (error) {
            expect(error).toBeInstanceOf(CaptureV1Error);
          }
        },
      ),
    );
  });
});
