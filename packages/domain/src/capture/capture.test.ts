import { loggedEventV1Schema } from '@tidemark/contracts';
import fc from 'fast-check';
import { CaptureError } from './capture-error';
import { MAX_JSON_DEPTH, parseJson } from './parse-json';
import { NOW, send, take } from './test-support/take';

function rejection(body: unknown, unnamedEvent?: string): { status: number; message: string } {
  try {
    send(body, unnamedEvent);
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error;
    return { status: error.status, message: error.message };
  }
  throw new Error('was accepted');
}

const ONE = { api_key: 'phc_x', event: 'a', distinct_id: 'u1' };

describe('capture payloads', () => {
  it('converts a single event to a valid log entry', () => {
    const { token, entries } = send({
      ...ONE,
      uuid: '0190A8C0-0000-7000-8000-0000000000AB',
      timestamp: '2026-01-02T11:00:00Z',
      properties: { k: 1, $set: { a: 1, b: 1 } },
      $set: { b: 2 },
      $set_once: { c: 3 },
      type: 'capture',
    });
    expect(token).toBe('phc_x');
    expect(entries).toEqual([
      {
        v: 1,
        team_id: 7,
        uuid: '0190a8c0-0000-7000-8000-0000000000ab',
        event: 'a',
        distinct_id: 'u1',
        timestamp: '2026-01-02T11:00:00.000Z',
        captured_at: '2026-01-02T12:00:00.000Z',
        earliest_copy: Date.parse('2026-01-02T10:55:00Z'),
        ip: '203.0.113.9',
        properties: { k: 1, $set: { a: 1, b: 2 }, $set_once: { c: 3 } },
        historical_migration: false,
      },
    ]);
    expect(loggedEventV1Schema.parse(entries[0])).toEqual(entries[0]);
  });

  it('reads the batch shape; its token has precedence over those of the events', () => {
    const { token, entries } = send({
      api_key: 'phc_batch',
      historical_migration: true,
      sent_at: '2026-01-02T12:00:10Z',
      batch: [
        { ...ONE, timestamp: '2026-01-02T11:00:00Z' },
        { event: 'b', properties: { distinct_id: 'u2', token: 'phc_y' } },
      ],
    });
    expect(token).toBe('phc_batch');
    expect(entries.map(({ event, distinct_id }) => [event, distinct_id])).toEqual([
      ['a', 'u1'],
      ['b', 'u2'],
    ]);
    expect(entries[0]!.timestamp).toBe('2026-01-02T10:59:50.000Z');
    expect(entries.every((entry) => entry.historical_migration)).toBe(true);
  });

  it('reads an array, the token from the properties', () => {
    const event = { event: 'a', properties: { token: 'phc_x', distinct_id: 'u1' } };
    expect(send([event, event]).token).toBe('phc_x');
    expect(send([event, { event: 'b', distinct_id: 'u' }]).entries).toHaveLength(2);
  });

  it('names an event of /engage that has no name', () => {
    const { entries } = send(
      { $token: 'phc_x', $distinct_id: 'u1', $set: { plan: 'pro' } },
      '$identify',
    );
    expect(entries[0]).toMatchObject({
      event: '$identify',
      distinct_id: 'u1',
      properties: { $set: { plan: 'pro' } },
    });
  });

  it('creates a different UUIDv7 for each event without one', () => {
    const { entries } = send([ONE, { ...ONE, uuid: '' }, { ...ONE, uuid: null }]);
    const uuids = entries.map(({ uuid }) => uuid);
    expect(new Set(uuids).size).toBe(3);
    for (const uuid of uuids) {
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW);
    }
  });

  it('reads an event with a field `batch` that is not a list', () => {
    expect(send({ ...ONE, batch: 'x' }).entries[0]).toMatchObject({ event: 'a' });
    expect(send({ ...ONE, batch: null }).entries[0]).toMatchObject({ event: 'a' });
    const unnamed = { api_key: 'phc_x', distinct_id: 'u', batch: null };
    expect(send(unnamed, '$identify').entries[0]).toMatchObject({ event: '$identify' });
  });

  it('replaces NUL and lone surrogates everywhere, and nothing else', () => {
    const text =
      '{"api_key":"phc_x","event":"e\\u0000","distinct_id":"u","properties":' +
      '{"k\\ud800":["\\uDFFF","\\ud83c\\udf0a","\\\\ud800"],"n":null,"__proto__":{"x":1}}}';
    const entry = take(text).entries[0]!;
    expect(entry.event).toBe('e\uFFFD');
    expect(JSON.stringify(entry.properties)).toBe(
      '{"k\uFFFD":["\uFFFD","🌊","\\\\ud800"],"n":null,"__proto__":{"x":1}}',
    );
  });

  it('drops $performance_event; a batch of only these is accepted', () => {
    expect(send([{ ...ONE, event: '$performance_event' }, ONE]).entries).toHaveLength(1);
    expect(send({ batch: [{ event: '$performance_event' }] }).entries).toEqual([]);
  });

  it('trims the token', () => {
    expect(send({ ...ONE, api_key: ' phc_x\n' }).token).toBe('phc_x');
  });

  it('marks internal events with the loopback address', () => {
    const { entries } = send({ ...ONE, properties: { capture_internal: true } });
    expect(entries[0]!.ip).toBe('127.0.0.1');
  });

  it.each<[string, unknown, number, string]>([
    ['no shape', 5, 400, 'failed to parse request: expected an object or an array'],
    ['null', null, 400, 'failed to parse request: expected an object or an array'],
    [
      'batch is not an array',
      { batch: {} },
      400,
      'failed to parse request: batch must be an array',
    ],
    ['an item is a text', [ONE, 'x'], 400, 'failed to parse request: an event must be an object'],
    [
      'event name is not a text',
      { ...ONE, event: 5 },
      400,
      'failed to parse request: event must be a string',
    ],
    ['bad uuid', { ...ONE, uuid: 'x' }, 400, 'failed to parse request: uuid must be a valid UUID'],
    [
      'properties',
      { ...ONE, properties: [] },
      400,
      'failed to parse request: properties must be an object',
    ],
    ['$set', { ...ONE, $set: [1] }, 400, 'failed to parse request: $set must be an object'],
    [
      'no event',
      { api_key: 'phc_x' },
      400,
      'failed to hydrate events from request: missing event name',
    ],
    ['empty array', [], 400, 'request holds no event'],
    [
      'empty batch, even with a bad token',
      { api_key: 'phx_', batch: [] },
      400,
      'request holds no event',
    ],
    ['empty name', { ...ONE, event: '' }, 400, 'event submitted with an empty event name'],
    ['no id', { api_key: 'phc_x', event: 'a' }, 400, 'event submitted without a distinct_id'],
    ['blank id', { ...ONE, distinct_id: '  ' }, 400, 'event submitted without a distinct_id'],
    [
      'cookieless mode',
      { ...ONE, properties: { $cookieless_mode: 'yes' } },
      400,
      'event submitted with invalid cookieless mode',
    ],
    ['no token', { event: 'a', distinct_id: 'u' }, 401, 'event submitted without an api_key'],
    [
      'two tokens',
      [ONE, { ...ONE, api_key: 'phc_y' }],
      401,
      'batch submitted with inconsistent api_key values',
    ],
    ['empty token', { ...ONE, api_key: ' ' }, 401, 'API key is not valid: empty'],
    ['long token', { ...ONE, api_key: 'x'.repeat(65) }, 401, 'API key is not valid: too_long'],
    ['non-ASCII token', { ...ONE, api_key: 'phc_é' }, 401, 'API key is not valid: not_ascii'],
    ['NUL in token', { ...ONE, api_key: 'phc_\0' }, 401, 'API key is not valid: null_byte'],
    ['personal key', { ...ONE, api_key: 'phx_1' }, 401, 'API key is not valid: personal_api_key'],
    [
      'one invalid event of three',
      { api_key: 'phc_x', batch: [ONE, { ...ONE, distinct_id: '' }, ONE] },
      400,
      'event submitted without a distinct_id',
    ],
  ])('rejects: %s', (_, body, status, message) => {
    expect(rejection(body)).toEqual({ status, message });
  });

  it('rejects an event over its limit, not a large batch of small ones', () => {
    const big = { ...ONE, properties: { text: 'x'.repeat(1_000_000) } };
    expect(rejection([ONE, big]).status).toBe(413);
    const small = { ...ONE, properties: { text: 'x'.repeat(900_000) } };
    expect(send([small, small, small]).entries).toHaveLength(3);
  });

  it('limits nesting, and counts only brackets outside of texts', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parseJson(nested(MAX_JSON_DEPTH))).not.toThrow();
    expect(() => parseJson(nested(MAX_JSON_DEPTH + 1))).toThrow('nested deeper');
    expect(() => parseJson(nested(5_000_000))).toThrow('nested deeper');
    expect(parseJson(JSON.stringify(`\\"${'{'.repeat(500)}`))).toHaveLength(502);
    const afterText = (text: string): string =>
      `[${JSON.stringify(text)},${nested(MAX_JSON_DEPTH)}]`;
    for (const text of ['', '"', '\\', '\\"', '\\\\', 'x"y']) {
      expect(() => parseJson(afterText(text))).toThrow('nested deeper');
    }
  });

  it('rejects any invalid value with a CaptureError', () => {
    const json = fc.json({ stringUnit: 'binary' });
    const shaped = fc
      .record(
        {
          api_key: fc.oneof(fc.constant('phc_x'), fc.jsonValue()),
          event: fc.oneof(fc.string(), fc.jsonValue()),
          distinct_id: fc.jsonValue(),
          properties: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
          batch: fc.array(fc.jsonValue()),
          $set: fc.jsonValue(),
          timestamp: fc.jsonValue(),
          offset: fc.jsonValue(),
          uuid: fc.jsonValue(),
        },
        { requiredKeys: [] },
      )
      .map((body) => JSON.stringify(body));
    fc.assert(
      fc.property(fc.oneof(json, shaped, fc.string({ unit: 'binary' })), (text) => {
        try {
          for (const entry of take(text).entries) loggedEventV1Schema.parse(entry);
        } catch (error) {
          expect(error).toBeInstanceOf(CaptureError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
