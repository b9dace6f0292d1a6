import { acceptEach } from '../capture/accept-each';
import { CaptureError } from '../capture/capture-error';
import { otlpEvents } from './otlp-events';
import type { OtlpIntake } from './otlp-events';
import {
  attributes,
  eventsOf,
  logs,
  NOW,
  SPAN,
  span,
  text,
  texts,
  TRACE,
  trace,
} from './test-support/requests';

describe('spans', () => {
  it('become events', () => {
    const request = trace(
      [
        span({
          parentSpanId: '0000000000000009',
          status: { code: 2, message: 'no' },
          attributes: attributes({ a: { intValue: '7' }, b: { doubleValue: 1.5 } }),
          events: [{ name: 'exception', timeUnixNano: '1704067201000000000' }],
          links: [{ traceId: TRACE, spanId: SPAN }],
        }),
      ],
      { 'service.name': 'shop' },
    );
    expect(eventsOf('traces', request)).toEqual([
      {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        event: '$span',
        distinct_id: 'service:shop',
        timestamp: '2024-01-01T00:00:00.000Z',
        properties: {
          $lib: 'posthog-otel',
          $process_person_profile: false,
          trace_id: TRACE,
          span_id: SPAN,
          parent_span_id: '0000000000000009',
          trace_state: '',
          name: 'GET /',
          kind: 2,
          service_name: 'shop',
          end_time: '2024-01-01T00:00:01.500Z',
          duration_nano: 1_500_000_000,
          status_code: 2,
          status_message: 'no',
          instrumentation_scope: 'lib@1.2',
          attributes: { a: 7, b: 1.5 },
          resource_attributes: { 'service.name': 'shop' },
          span_events: [
            { name: 'exception', timestamp: '2024-01-01T00:00:01.000Z', attributes: {} },
          ],
          links: [{ trace_id: TRACE, span_id: SPAN, attributes: {} }],
        },
      },
    ]);
  });

  it('have the same uuid however often they are sent', () => {
    const [one] = eventsOf('traces', trace([span()]), 'first');
    const [again] = eventsOf('traces', trace([span()]), 'second');
    const [other] = eventsOf('traces', trace([span({ spanId: '00000000000000ff' })]));
    expect(one?.uuid).toBe(again?.uuid);
    expect(one?.uuid).not.toBe(other?.uuid);
    const unnamed = () => eventsOf('traces', trace([span({ spanId: '' }), span({ spanId: '' })]));
    expect(new Set([...unnamed(), ...unnamed()].map(({ uuid }) => uuid)).size).toBe(2);
  });

  it('that are not about AI are ignored by the endpoint for AI', () => {
    expect(eventsOf('ai', trace([span()]))).toEqual([]);
    expect(otlpEvents('ai', trace([span()]), 'body', NOW).sent).toBe(1);
  });

  it('that are about AI become two events at the endpoint for all spans', () => {
    const ai = span({ attributes: texts({ 'gen_ai.operation.name': 'chat' }) });
    const events = eventsOf('traces', trace([ai]));
    expect(events.map(({ event }) => event)).toEqual(['$span', '$ai_generation']);
    expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(2);
    expect(eventsOf('ai', trace([ai]))[0]?.uuid).toBe(events[1]?.uuid);
  });
});

describe('log records', () => {
  it('become events', () => {
    const request = logs(
      [
        {
          timeUnixNano: '1704067200000000000',
          observedTimeUnixNano: '1704067200100000000',
          severityNumber: 17,
          severityText: 'whatever',
          body: text('it broke'),
          traceId: TRACE,
          spanId: SPAN,
          flags: 1,
          attributes: texts({ posthogDistinctId: 'ann' }),
        },
      ],
      { 'service.name': 'shop' },
    );
    expect(eventsOf('logs', request)).toEqual([
      {
        uuid: expect.any(String),
        event: '$log',
        distinct_id: 'ann',
        timestamp: '2024-01-01T00:00:00.000Z',
        properties: {
          $lib: 'posthog-otel',
          $process_person_profile: false,
          body: 'it broke',
          severity_text: 'error',
          severity_number: 17,
          trace_id: TRACE,
          span_id: SPAN,
          trace_flags: 1,
          event_name: '',
          service_name: 'shop',
          observed_timestamp: '2024-01-01T00:00:00.100Z',
          instrumentation_scope: '',
          attributes: { posthogDistinctId: 'ann' },
          resource_attributes: { 'service.name': 'shop' },
        },
      },
    ]);
  });

  it.each([
    [{}, 'info', 9],
    [{ severityText: 'Warning' }, 'warn', 13],
    [{ severityText: 'CRITICAL' }, 'fatal', 21],
    [{ severityNumber: 1, severityText: 'error' }, 'trace', 1],
    [{ severityNumber: 24 }, 'fatal', 24],
    [{ severityNumber: 'SEVERITY_NUMBER_ERROR' }, 'error', 17],
    [{ severityNumber: 'SEVERITY_NUMBER_TRACE3' }, 'trace', 3],
    [{ severityNumber: 99, severityText: 'debug' }, 'debug', 5],
  ])('%j is %s', (given, severity, number) => {
    expect(eventsOf('logs', logs([given]))[0]?.properties).toMatchObject({
      severity_text: severity,
      severity_number: number,
    });
  });

  it('with a body of any type have a text', () => {
    const body = { kvlistValue: { values: attributes({ a: { boolValue: true } }) } };
    expect(eventsOf('logs', logs([{ body }]))[0]?.properties['body']).toBe('{"a":true}');
    expect(eventsOf('logs', logs([{}]))[0]?.properties['body']).toBe('');
  });

  it('that are equal become different events, and a repeated request the same ones', () => {
    const uuids = (body: string) => eventsOf('logs', logs([{}, {}]), body).map(({ uuid }) => uuid);
    expect(new Set([...uuids('a'), ...uuids('a')]).size).toBe(2);
    expect(new Set([...uuids('a'), ...uuids('b')]).size).toBe(4);
  });
});

it('stops when the events become too large', () => {
  const resource = { 'service.name': 'shop', long: 'x'.repeat(10_000) };
  const { events } = otlpEvents('traces', trace(new Array(1_000).fill(span()), resource), 'b', NOW);
  let made = 0;
  const counted = function* () {
    for (const event of events) {
      made += 1;
      yield event;
    }
  };
  const context = { teamId: 1, now: NOW, ip: null };
  expect(() => acceptEach(counted(), context, { maxExpanded: 100_000 })).toThrow(CaptureError);
  expect(made).toBeLessThan(12);
});

describe('garbage', () => {
  it.each([null, 5, 'text', [], { resourceSpans: {} }, { resourceSpans: 'x' }])(
    '%j is not a request',
    (request) => {
      expect(() => eventsOf('traces', request)).toThrow(CaptureError);
    },
  );

  it.each<[OtlpIntake, unknown]>([
    ['traces', {}],
    ['traces', { resourceSpans: null }],
    ['traces', { resourceSpans: [null, 1, { scopeSpans: 'x' }, { scopeSpans: [null] }] }],
    ['logs', { resourceLogs: [{ scopeLogs: [{ logRecords: 'x' }] }] }],
  ])('%s: %j has no events', (intake, request) => {
    expect(eventsOf(intake, request)).toEqual([]);
  });

  it('in a span counts as missing', () => {
    const broken = {
      traceId: 'not hex',
      spanId: 5,
      name: {},
      kind: 'NO_KIND',
      startTimeUnixNano: 'soon',
      endTimeUnixNano: '9'.repeat(20),
      attributes: [
        null,
        'x',
        { key: 'a' },
        { key: 'b', value: {} },
        { key: '__proto__', value: text('p') },
        { key: 'nan', value: { doubleValue: 'NaN' } },
        { key: 'big', value: { intValue: '9007199254740993' } },
        { key: 'object', value: { intValue: { low: 1, toString: 5, valueOf: 5 } } },
        { key: 'list', value: { arrayValue: { values: [{}, text('x')] } } },
        { key: 'bytes', value: { bytesValue: Buffer.from('hi') } },
      ],
      events: [null],
      links: {},
      status: 'x',
    };
    const events = eventsOf('traces', {
      resourceSpans: [{ scopeSpans: [{ spans: [broken, null] }] }],
    });
    expect(events[0]).toMatchObject({
      event: '$span',
      distinct_id: 'service:',
      timestamp: undefined,
      properties: {
        trace_id: '',
        span_id: '',
        name: '',
        kind: 0,
        duration_nano: 0,
        status_code: 0,
      },
    });
    expect(JSON.stringify(events[0]?.properties['attributes'])).toBe(
      '{"__proto__":"p","nan":null,"big":"9007199254740993","list":[null,"x"],"bytes":"aGk="}',
    );
    expect(events).toHaveLength(2);
    const { rejected, batch } = acceptEach(events, { teamId: 1, now: NOW, ip: null });
    expect([rejected, batch.events.length]).toEqual([[], 2]);
  });
});
