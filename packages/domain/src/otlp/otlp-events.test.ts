import { acceptEach } from '../capture/accept-each';
import { CaptureError } from '../capture/capture-error';
import { otlpEvents } from './otlp-events';
import type { OtlpIntake } from './otlp-events';

const NOW = Date.UTC(2026, 0, 2);
const TRACE = '0102030405060708090a0b0c0d0e0f10';
const SPAN = '0102030405060708';

const text = (value: string) => ({ stringValue: value });
const attributes = (values: Readonly<Record<string, object>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }));
const texts = (values: Readonly<Record<string, string>>) =>
  attributes(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)])));

const span = (more: object = {}) => ({
  traceId: TRACE,
  spanId: SPAN,
  name: 'GET /',
  kind: 2,
  startTimeUnixNano: '1704067200000000000',
  endTimeUnixNano: '1704067201500000000',
  ...more,
});

function trace(spans: readonly object[], resource: Readonly<Record<string, string>> = {}) {
  const scope = { name: 'lib', version: '1.2' };
  return {
    resourceSpans: [
      { resource: { attributes: texts(resource) }, scopeSpans: [{ scope, spans: [...spans] }] },
    ],
  };
}

const logs = (records: readonly object[], resource: Readonly<Record<string, string>> = {}) => ({
  resourceLogs: [
    { resource: { attributes: texts(resource) }, scopeLogs: [{ logRecords: [...records] }] },
  ],
});

const eventsOf = (intake: OtlpIntake, request: unknown, body = 'body') => [
  ...otlpEvents(intake, request, body, NOW).events,
];

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

  it('have the same uuid however often they come', () => {
    const [one] = eventsOf('traces', trace([span()]), 'first');
    const [again] = eventsOf('traces', trace([span()]), 'second');
    const [other] = eventsOf('traces', trace([span({ spanId: '00000000000000ff' })]));
    expect(one?.uuid).toBe(again?.uuid);
    expect(one?.uuid).not.toBe(other?.uuid);
    const unnamed = () => eventsOf('traces', trace([span({ spanId: '' }), span({ spanId: '' })]));
    expect(new Set([...unnamed(), ...unnamed()].map(({ uuid }) => uuid)).size).toBe(2);
  });

  it('that have nothing to do with AI are not taken where only AI is', () => {
    expect(eventsOf('ai', trace([span()]))).toEqual([]);
    expect(otlpEvents('ai', trace([span()]), 'body', NOW).sent).toBe(1);
  });

  it('of AI become two events among all spans', () => {
    const ai = span({ attributes: texts({ 'gen_ai.operation.name': 'chat' }) });
    const events = eventsOf('traces', trace([ai]));
    expect(events.map(({ event }) => event)).toEqual(['$span', '$ai_generation']);
    expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(2);
    expect(eventsOf('ai', trace([ai]))[0]?.uuid).toBe(events[1]?.uuid);
  });
});

describe('AI spans', () => {
  const ai = (given: Readonly<Record<string, object>>, more: object = {}, resource = {}) =>
    eventsOf('ai', trace([span({ attributes: attributes(given), ...more })], resource))[0];

  it.each([
    ['gen_ai.operation.name', 'chat', '$ai_generation'],
    ['gen_ai.operation.name', 'embeddings', '$ai_embedding'],
    ['gen_ai.operation.name', 'execute_tool', '$ai_span'],
    ['llm.request.type', 'completion', '$ai_generation'],
    ['ai.operationId', 'ai.streamText.doStream', '$ai_generation'],
    ['ai.operationId', 'ai.embedMany.doEmbed', '$ai_embedding'],
    ['ai.operationId', 'ai.toolCall', '$ai_span'],
    ['traceloop.span.kind', 'task', '$ai_span'],
    ['eve.session.id', 's', '$ai_span'],
  ])('%s = %s is %s', (name, value, event) => {
    expect(ai({ [name]: text(value) }, { parentSpanId: '00000000000000aa' })?.event).toBe(event);
  });

  it('without a parent are traces', () => {
    expect(ai({ 'gen_ai.operation.name': text('invoke_agent') })?.event).toBe('$ai_trace');
  });

  it('get the properties of AI observability', () => {
    const event = ai(
      {
        'gen_ai.operation.name': text('chat'),
        'gen_ai.provider.name': text('openai'),
        'gen_ai.request.model': text('gpt-4o'),
        'gen_ai.response.model': text('gpt-4o-2024-08-06'),
        'gen_ai.usage.input_tokens': { intValue: '12' },
        'gen_ai.usage.output_tokens': { intValue: 5 },
        'gen_ai.input.messages': text('[{"role":"user","content":"hi"}]'),
        'gen_ai.output.messages': text('[{"role":"assistant","content":"ho"}]'),
        'gen_ai.system_instructions': text('[{"type":"text","content":"be kind"}]'),
        'gen_ai.conversation.id': text('c1'),
        'gen_ai.response.finish_reasons': { arrayValue: { values: [text('stop')] } },
        'user.id': text('ann'),
        mine: text('kept'),
      },
      { parentSpanId: '00000000000000aa', name: 'chat gpt-4o' },
      { 'service.name': 'shop', 'host.name': 'noise', 'process.pid': '7' },
    );
    expect(event).toEqual({
      uuid: expect.any(String),
      event: '$ai_generation',
      distinct_id: 'ann',
      timestamp: '2024-01-01T00:00:00.000Z',
      properties: {
        $lib: 'posthog-otel',
        $lib_version: '1.2',
        $geoip_disable: true,
        $ai_trace_id: TRACE,
        $ai_span_id: SPAN,
        $ai_parent_id: '00000000000000aa',
        $ai_session_id: 'c1',
        $ai_ingestion_source: 'otel',
        $ai_latency: 1.5,
        $ai_span_name: 'chat gpt-4o',
        $ai_provider: 'openai',
        $ai_model: 'gpt-4o-2024-08-06',
        $ai_input_tokens: 12,
        $ai_output_tokens: 5,
        $ai_input: [
          { role: 'system', content: 'be kind' },
          { role: 'user', content: 'hi' },
        ],
        $ai_output_choices: [{ role: 'assistant', content: 'ho' }],
        $ai_stop_reason: 'stop',
        'gen_ai.conversation.id': 'c1',
        'service.name': 'shop',
        mine: 'kept',
      },
    });
  });

  it("read what Vercel's SDK says", () => {
    const event = ai({
      'ai.operationId': text('ai.generateText.doGenerate'),
      'ai.model.id': text('gpt-4o-mini'),
      'ai.model.provider': text('openai.chat'),
      'ai.usage.promptTokens': { intValue: 3 },
      'ai.usage.completionTokens': { intValue: 4 },
      'ai.prompt.messages': text('[{"role":"user","content":"hi"}]'),
      'ai.response.text': text('ho'),
      'ai.telemetry.metadata.posthog_distinct_id': text('bob'),
    });
    expect(event?.distinct_id).toBe('bob');
    expect(event?.properties).toMatchObject({
      $ai_model: 'gpt-4o-mini',
      $ai_provider: 'openai.chat',
      $ai_input_tokens: 3,
      $ai_output_tokens: 4,
      $ai_input: [{ role: 'user', content: 'hi' }],
      $ai_output_choices: [{ role: 'assistant', content: 'ho' }],
    });
    const kept = Object.keys(event?.properties ?? {});
    expect(kept.filter((name) => name.startsWith('ai.'))).toEqual([]);
  });

  it('read messages that are spread over attributes, or listed as events', () => {
    const spread = ai({
      'llm.request.type': text('chat'),
      'gen_ai.prompt.1.role': text('user'),
      'gen_ai.prompt.1.content': text('hi'),
      'gen_ai.prompt.0.role': text('system'),
      'gen_ai.completion.0.content': text('ho'),
    });
    expect(spread?.properties).toMatchObject({
      $ai_input: [{ role: 'system' }, { role: 'user', content: 'hi' }],
      $ai_output_choices: [{ content: 'ho' }],
    });
    const listed = ai({
      'gen_ai.operation.name': text('chat'),
      events: text(
        JSON.stringify([
          { 'event.name': 'gen_ai.user.message', content: 'hi' },
          { 'event.name': 'gen_ai.choice', message: { role: 'assistant', content: 'ho' } },
          'junk',
        ]),
      ),
    });
    expect(listed?.properties).toMatchObject({
      $ai_input: [{ role: 'user', content: 'hi' }],
      $ai_output_choices: [{ role: 'assistant', content: 'ho' }],
    });
    expect(listed?.properties).not.toHaveProperty('events');
  });

  it('say what failed', () => {
    const failed = ai(
      { 'gen_ai.operation.name': text('chat') },
      {
        status: { code: 'STATUS_CODE_ERROR', message: 'HTTP 429 from provider' },
        events: [
          {
            name: 'exception',
            attributes: texts({ 'exception.type': 'RateLimit', 'exception.message': 'slow down' }),
          },
        ],
      },
    );
    expect(failed?.properties).toMatchObject({
      $ai_is_error: true,
      $ai_error: 'RateLimit: slow down',
      $ai_http_status: 429,
    });
  });

  it('without a distinct id belong to their conversation or trace, without a person', () => {
    const idOf = (given: Readonly<Record<string, object>>, more = {}) =>
      ai({ 'gen_ai.operation.name': text('chat'), ...given }, more)?.distinct_id;
    const session = { 'gen_ai.conversation.id': text('c1') };
    const otherTrace = { traceId: 'ff'.repeat(16) };
    expect(idOf(session)).toBe(idOf(session, otherTrace));
    expect(idOf({})).toBe(idOf({}, { spanId: '00000000000000bb' }));
    expect(idOf({})).not.toBe(idOf({}, otherTrace));
    expect(ai({ 'gen_ai.operation.name': text('chat') })?.properties).toMatchObject({
      $process_person_profile: false,
    });
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

  it('that are alike stay apart, and a request that is sent again makes the same', () => {
    const uuids = (body: string) => eventsOf('logs', logs([{}, {}]), body).map(({ uuid }) => uuid);
    expect(new Set([...uuids('a'), ...uuids('a')]).size).toBe(2);
    expect(new Set([...uuids('a'), ...uuids('b')]).size).toBe(4);
  });
});

it('stops where the events become too large', () => {
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
    '%j is no request',
    (request) => {
      expect(() => eventsOf('traces', request)).toThrow(CaptureError);
    },
  );

  it.each<[OtlpIntake, unknown]>([
    ['traces', {}],
    ['traces', { resourceSpans: null }],
    ['traces', { resourceSpans: [null, 1, { scopeSpans: 'x' }, { scopeSpans: [null] }] }],
    ['logs', { resourceLogs: [{ scopeLogs: [{ logRecords: 'x' }] }] }],
  ])('%s: %j has nothing', (intake, request) => {
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
