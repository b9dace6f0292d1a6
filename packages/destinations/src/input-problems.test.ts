import type { DeliveryGlobals, InputValues } from '.';
import { findTemplate, problemOfInputs, renderDelivery } from '.';

const GLOBALS: DeliveryGlobals = {
  project: { id: 1, name: 'Shop', url: '' },
  source: { name: 'Hook', url: '' },
  event: {
    ...{ uuid: 'u', event: 'paid', name: 'paid', distinct_id: 'ann', timestamp: '2026-03-01' },
    ...{ elements_chain: '', url: '', properties: { note: 'a\r\nx-evil: 1', city: 'Zürich' } },
  },
  person: { id: 'p', distinct_id: 'ann', name: 'Ann', properties: {}, url: '' },
  groups: {},
};

function template(id: string) {
  const found = findTemplate(id);
  if (found === null) throw new Error('no template');
  return found;
}
const values = (inputs: Record<string, unknown>): InputValues =>
  Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, { value }]));
const HOOK = { url: 'https://r.example/' };
const CHAT = { webhookUrl: 'https://r.example/' };

it.each([
  ['template-webhook', { url: 'ftp://r.example/' }, 'url'],
  ['template-webhook', { url: '//r.example/' }, 'url'],
  ['template-webhook', { ...HOOK, headers: { 'a b': 'x' } }, 'headers'],
  ['template-webhook', { ...HOOK, signing_secret: 5 }, 'signing_secret'],
  ['template-slack', { webhookUrl: 'javascript:alert(1)' }, 'webhookUrl'],
  ['template-discord', { ...CHAT, content: 7 }, 'content'],
  ['template-discord', { ...CHAT, content: ['a'] }, 'content'],
  ['template-email', { to: 'nobody' }, 'to'],
  ['template-email', { to: 'a@example.com, <b@example.com' }, 'to'],
  ['template-posthog-replicator', { host: 'r.example', token: 'phc_x' }, 'host'],
])('%s rejects the inputs %j when they are saved', (id, inputs, input) => {
  expect(problemOfInputs(template(id), values(inputs))).toMatchObject({ input });
});

it.each([
  ['template-webhook', { url: 'http://127.0.0.1:80/{event.event}', debug: true }],
  [
    'template-webhook',
    { url: '{event.properties.url}', headers: { 'X-Sum': 5, a: '{event.uuid}' } },
  ],
  ['template-email', { to: 'a@example.com, Ann <ann@example.com>' }],
  ['template-email', { to: '{person.properties.email}' }],
  ['template-email', { to: 'a@example.com, ' }],
  ['template-microsoft-teams', { ...CHAT, text: 'Hello' }],
  ['template-discord', { ...CHAT, content: 'Hello' }],
])('%s accepts the inputs %j', (id, inputs) => {
  expect(problemOfInputs(template(id), values(inputs))).toBeNull();
});

const requestOf = (id: string, inputs: Record<string, unknown>) =>
  renderDelivery(template(id), values(inputs), {
    ...{ id: 'd', timestamp: new Date(0), globals: GLOBALS },
  });

it('writes values of events into headers as one line', () => {
  const headers = {
    ...{ 'X-Note': '{event.properties.note}', 'X-City': '{event.properties.city}' },
    ...{ 'X-Missing': '{event.properties.missing}', 'X-Object': '{groups}', 'X-Sum': 5 },
  };
  expect(requestOf('template-webhook', { ...HOOK, headers })).toMatchObject({
    headers: {
      ...{ 'x-note': 'a x-evil: 1', 'x-city': 'ZÃ¼rich' },
      ...{ 'x-missing': '', 'x-object': '{}', 'x-sum': '5' },
    },
  });
});

it.each([
  { content: 'Hi {person.name}' },
  // The name of the content in later versions of PostHog.
  { text: 'Hi {person.name}' },
])('sends a card to Teams, because workflows post nothing else: %j', (inputs) => {
  const request = requestOf('template-microsoft-teams', { ...CHAT, ...inputs });
  expect(JSON.parse(request.kind === 'http' ? (request.body ?? '') : '')).toEqual({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: [{ type: 'TextBlock', text: 'Hi Ann', wrap: true }],
        },
      },
    ],
  });
});

it('shortens texts that chats would reject', () => {
  const long = 'x'.repeat(50_000);
  const bodyOf = (id: string, inputs: Record<string, unknown>): unknown => {
    const request = requestOf(id, { ...CHAT, ...inputs });
    return JSON.parse(request.kind === 'http' ? (request.body ?? '') : '');
  };
  const discord = bodyOf('template-discord', { content: { content: long, username: 'u' } });
  expect(discord).toEqual({
    ...{ allowed_mentions: { parse: [] }, username: 'u' },
    content: `${'x'.repeat(1_999)}…`,
  });
  const embeds = [{ title: 'a' }];
  expect(bodyOf('template-discord', { content: { embeds } })).toEqual({
    ...{ allowed_mentions: { parse: [] }, embeds },
  });
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
  const blocks = [section(long), section('short'), { type: 'divider' }];
  expect(bodyOf('template-slack', { text: long, blocks })).toEqual({
    text: `${'x'.repeat(39_999)}…`,
    blocks: [section(`${'x'.repeat(2_999)}…`), section('short'), { type: 'divider' }],
  });
});

it('checks what depends on the event before it is sent', () => {
  expect(() => requestOf('template-webhook', { url: '{event.properties.note}' })).toThrow('URL');
  expect(() => requestOf('template-email', { to: '{event.properties.city}' })).toThrow('address');
});

describe('the variable message', () => {
  const messageOf = (event: string, properties: Record<string, unknown>) => {
    const globals = { ...GLOBALS, event: { ...GLOBALS.event, event, properties } };
    const request = renderDelivery(
      template('template-slack'),
      values({ ...CHAT, text: '{{ message }}' }),
      { id: 'd', timestamp: new Date(0), globals },
    );
    return request.kind === 'http' ? (JSON.parse(request.body ?? '') as unknown) : null;
  };
  const detail = { name: 'new <checkout>', changes: [{ field: 'active' }] };

  it.each([
    ['paid', {}, "Ann triggered event: 'paid'"],
    [
      '$activity_log_entry_created',
      { scope: 'FeatureFlag', activity: 'updated', user: { email: 'a@example.com' }, detail },
      'a@example.com updated the flag new &lt;checkout&gt; (active)',
    ],
    [
      '$activity_log_entry_created',
      { scope: 'Dashboard', activity: 'created', user: null, detail },
      'Tidemark created the Dashboard new &lt;checkout&gt;',
    ],
    [
      '$insight_alert_firing',
      { alert_name: 'Low', insight_name: 'Orders', breaches: 'The value 3 is below 10.' },
      'Alert Low on Orders: The value 3 is below 10.',
    ],
    [
      '$health_check_issue_firing',
      { kind: 'other' },
      "Ann triggered event: '$health_check_issue_firing'",
    ],
  ])('of %s %j is a sentence of its kind', (event, properties, text) => {
    expect(messageOf(event, properties)).toEqual({ text });
  });
});
