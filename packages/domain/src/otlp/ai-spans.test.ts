import {
  attributes,
  eventsOf,
  SPAN,
  span,
  text,
  texts,
  TRACE,
  trace,
} from './test-support/requests';

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

  it("read the attributes of Vercel's SDK", () => {
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

  it('report errors', () => {
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

  it('without a distinct id get that of their conversation or trace, and no person', () => {
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
