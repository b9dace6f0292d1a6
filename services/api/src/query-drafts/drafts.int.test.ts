import { DRAFT, CHAT, draftsScene } from '../test-support/drafts-scene';

const scene = draftsScene();
const { draft } = scene;

interface ChatEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function chat(json: unknown, on = scene.api, key = on.masterKey) {
  const response = await fetch(on.base + CHAT, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const events = text
    .split('\n\n')
    .filter(Boolean)
    .map((block): ChatEvent => {
      const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data) as ChatEvent['data'] };
    });
  const messages = events.filter(({ event }) => event === 'message').map(({ data }) => data);
  const result = events.find(({ event }) => event === 'result')?.data ?? null;
  const viz = messages.find(({ type }) => type === 'ai/viz')?.['answer'] ?? {};
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    events,
    messages,
    result,
    sql: String((viz as { query?: string }).query),
  };
}

describe('draft_sql', () => {
  it('returns a statement that runs', async () => {
    const found = await draft('pageviews per day by browser last 30 days');
    expect(found.status).toBe(200);
    expect(Object.keys(found.body)).toEqual(['sql']);
    const query = { kind: 'HogQLQuery', query: found.body['sql'] };
    const ran = await scene.api.call('POST', '/api/projects/1/query/', { json: { query } });
    expect(ran.status).toBe(200);
    expect(ran.body).toMatchObject({ columns: ['day', 'browser', 'total'], results: [] });
  });

  it('adds its assumptions as a comment after the statement', async () => {
    const { sql } = (await draft('signups per moon phase')).body as unknown as { sql: string };
    expect(sql).toMatch(/^SELECT [\s\S]*\n-- No property like "moon" has been seen/);
  });

  it.each([
    ['?prompt=', 'required', 'This field is required.'],
    ['?prompt=%20%20', 'required', 'This field is required.'],
    [`?prompt=${'a'.repeat(401)}`, 'too_long', 'This field is too long.'],
    ['?prompt=qwerty+asdfgh', 'unclear', 'None of these is an event or property'],
    ['?prompt=%00', 'null_characters_not_allowed', 'Null characters are not allowed.'],
  ])('rejects %.20s', async (search, code, detail) => {
    const found = await scene.api.call('GET', DRAFT + search);
    expect(found.status).toBe(400);
    expect(found.body).toMatchObject({ type: 'validation_error', code, attr: 'prompt' });
    expect(found.body.detail).toContain(detail);
  });

  it('needs a key that may query', async () => {
    expect((await scene.api.call('GET', DRAFT, { key: null })).status).toBe(401);
    const key = await scene.api.keyWith(['action:read']);
    expect((await scene.api.call('GET', DRAFT, { key })).status).toBe(403);
  });
});

describe('chat', () => {
  it('returns the query and its result', async () => {
    const found = await chat({ message: 'how many events last 7 days' });
    expect([found.status, found.type]).toEqual([200, 'text/event-stream']);
    expect(found.events.map(({ event }) => event)).toEqual([
      'conversation',
      'message',
      'message',
      'result',
      'message',
      'end',
    ]);
    expect(found.messages[0]).toMatchObject({
      type: 'human',
      content: 'how many events last 7 days',
    });
    expect(found.sql).toContain('INTERVAL 7 DAY');
    expect(found.result).toMatchObject({ columns: ['total'], results: [[0]] });
    expect(found.messages.at(-1)).toMatchObject({ type: 'ai', content: 'total: 0.', done: true });
  });

  it.each([
    'users who did signup then purchase then refund',
    'how many users did signup but not purchase',
    'conversion rate from signup to purchase by browser',
    'top 3 pages per day where amount > 3',
    'p95 of amount by country compared to previous period',
    'average amount per week on mobile from Germany',
    'latest 10 purchases',
    'pageviews per user by day of week',
  ])('runs what it drafts: %s', async (message) => {
    const { result, messages } = await chat({ message });
    expect(messages.filter(({ type }) => type === 'ai/failure')).toEqual([]);
    expect(result).toMatchObject({ results: expect.any(Array) });
  });

  it('continues a conversation of the same user in the same project', async () => {
    const first = await chat({ messages: [{ type: 'human', content: 'pageviews last 30 days' }] });
    const { id } = first.events[0]?.data ?? {};
    const next = await chat({ message: 'and by browser', conversation: id });
    expect(next.sql).toContain("event = '$pageview'");
    expect(next.sql).toContain('properties.$browser AS browser');
    const shorter = await chat({ message: 'only last 7 days', session_id: id });
    expect(shorter.sql).toMatch(/INTERVAL 7 DAY[\s\S]*GROUP BY browser/);
    const alone = await chat({ message: 'and by browser' });
    expect(alone.sql).not.toContain('$pageview');
  });

  it('reports unknown arguments', async () => {
    const { messages, result } = await chat({ message: 'qwerty asdfgh' });
    expect(messages.at(-1)).toMatchObject({ type: 'ai/failure', code: 'unclear' });
    expect(result).toBeNull();
  });

  it('returns 200 without a body where nothing was sent', async () => {
    for (const [method, path] of [
      ['POST', CHAT],
      ['GET', DRAFT],
    ] as const) {
      const found = await scene.api.call(method, path);
      expect([found.status, found.text]).toEqual([200, '']);
    }
  });

  it.each([{ message: '' }, { messages: [] }])('opens a conversation for %p', async (json) => {
    const found = await chat(json);
    expect(found.status).toBe(200);
    expect(found.events.map(({ event }) => event)).toEqual(['conversation', 'message', 'end']);
  });

  it.each([
    [{ message: 5 }, 'message'],
    [{ message: 'x'.repeat(4_001) }, 'message'],
    [{ conversation: '../x' }, 'conversation'],
  ])('rejects case %#', async (json, attr) => {
    const found = await scene.api.call('POST', CHAT, { json });
    expect(found.status).toBe(400);
    expect(found.body).toMatchObject({ type: 'validation_error', attr });
  });
});
