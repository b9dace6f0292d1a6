import type { DeliveryGlobals, InputValues } from '.';
import {
  destinationOfAction,
  findTemplate,
  isSourceOf,
  problemOfInputs,
  redactedRequest,
  renderDelivery,
} from '.';
import { signatureHeaders } from './signing';

const GLOBALS: DeliveryGlobals = {
  project: { id: 1, name: 'Shop', url: 'https://t.example/project/1' },
  source: { name: 'Hook', url: '' },
  event: {
    uuid: '0190c6f8-3c26-7000-8000-000000000001',
    event: 'paid',
    name: 'paid',
    distinct_id: 'ann',
    timestamp: '2026-03-01T10:00:00.000000Z',
    elements_chain: '',
    properties: { sum: 5, $browser: 'Firefox', items: ['a', 'b'], 'my plan': 'pro' },
    url: 'https://t.example/e',
  },
  person: {
    id: 'p',
    distinct_id: 'ann',
    name: '<!channel> & "Ann"',
    properties: { email: 'ann@example.com' },
    url: 'https://t.example/p',
  },
  groups: {
    company: {
      id: 'acme',
      type: 'company',
      index: 0,
      name: 'Acme & Co',
      url: 'https://t.example/g',
      properties: { tier: 1 },
    },
  },
};
const ID = '11111111-2222-8333-8444-555555555555';
const NOW = new Date('2026-03-01T10:00:01Z');

function requestOf(templateId: string, inputs: InputValues) {
  const template = findTemplate(templateId);
  if (template === null) throw new Error('no template');
  return renderDelivery(template, inputs, { id: ID, timestamp: NOW, globals: GLOBALS });
}
function bodyOf(templateId: string, inputs: InputValues): unknown {
  const request = requestOf(templateId, inputs);
  return request.kind === 'http' ? JSON.parse(request.body ?? 'null') : null;
}
const hook = (body: unknown, templating?: 'hog' | 'liquid') =>
  bodyOf('template-webhook', {
    url: { value: 'https://r.example/' },
    body: { value: body, ...(templating && { templating }) },
  });

it('signs like the example of Standard Webhooks', () => {
  const headers = signatureHeaders(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it("sends the payload of Slack's documentation", () => {
  const inputs = { webhookUrl: { value: 'https://hooks.slack.com/services/T/B/X' } };
  expect(bodyOf('template-slack', { ...inputs, text: { value: 'Hello, world.' } })).toEqual({
    text: 'Hello, world.',
  });
});

it.each([
  ['{event}', GLOBALS.event],
  ['{event.properties.sum}', 5],
  ['{event.properties.items[1]}', 'a'],
  ['{event.properties["my plan"]} {event.properties.$browser}', 'pro Firefox'],
  ['{event.properties.missing}', null],
  ['a \\{brace\\} {event.event}', 'a {brace} paid'],
  ['{{ event.event | upcase }}: {{ event.properties.sum | plus: 1 }}', 'PAID: 6'],
  ['{% if person.properties.email %}known{% endif %}', 'known'],
  ['{{ event.properties.items }}', '["a","b"]'],
  ['{{ event.constructor }}{{ event.properties.__proto__ }}', ''],
])('renders %s', (text, expected) => {
  expect(hook({ text })).toEqual({ text: expected });
});

it.each([
  ['{concat(1, 2)}', 'is no property'],
  ['{{ event.event', 'not closed'],
  ['{{ x | nothing }}{% nosuchtag %}', 'nosuchtag'],
])('rejects the template %s when it is saved', (text, problem) => {
  const template = findTemplate('template-webhook');
  if (template === null) throw new Error('no template');
  const inputs = { url: { value: 'https://r.example/' }, body: { value: { text } } };
  expect(problemOfInputs(template, inputs)?.problem).toContain(problem);
});

it.each([
  ["{% include 'package.json' %}"],
  ["{% render '/etc/passwd' %}"],
  ['{% for i in (1..100000000) %}x{% endfor %}'],
])('does not read files or run without end: %s', (text) => {
  expect(() => hook({ text }, 'liquid')).toThrow();
});

it('writes values into messages as data', () => {
  const slack = bodyOf('template-slack', { webhookUrl: { value: 'https://hooks.slack.com/x' } });
  expect(slack).toEqual({ text: '&lt;!channel&gt; &amp; "Ann" triggered event: \'paid\'' });
  const discord = bodyOf('template-discord', { webhookUrl: { value: 'https://discord.com/x' } });
  expect(discord).toMatchObject({ allowed_mentions: { parse: [] } });
  const mail = requestOf('template-email', {
    to: { value: 'a@example.com' },
    subject: { value: 'Hi {person.name}' },
    html: { value: '<b>{person.name}</b>' },
  });
  expect(mail).toMatchObject({ html: '<b>&lt;!channel&gt; &amp; &quot;Ann&quot;</b>' });
});

it('sends a copy to another instance with the uuid of the event', () => {
  const inputs = {
    host: { value: 'https://other.example/' },
    token: { value: 'phc_x' },
    properties: { value: { from: 'here' } },
  };
  expect(requestOf('template-posthog-replicator', inputs)).toMatchObject({
    url: 'https://other.example/batch/',
  });
  expect(bodyOf('template-posthog-replicator', inputs)).toMatchObject({
    api_key: 'phc_x',
    batch: [{ uuid: GLOBALS.event.uuid, event: 'paid', properties: { sum: 5, from: 'here' } }],
  });
});

it.each([
  ['', 'Bought triggered by Ann'],
  ['[person] did [event.properties.sum] at [user.browser]', 'Ann did 5 at Firefox'],
  ['[groups.company.properties.tier] [groups.company] {x} [what]', '1 Acme &amp; Co {x} [what]'],
  [
    '[source.name] by [user.name] \\[event\\] [groups.company.link]',
    'Bought by Ann [event] https://t.example/g',
  ],
  [
    '[event.link] [action.link]',
    'https://t.example/e https://t.example/project/1/data-management/actions/7',
  ],
])('posts the message format %j of an action', (messageFormat, text) => {
  const action = { id: 7, name: 'Bought', messageFormat };
  const made = destinationOfAction(action, 'https://hooks.slack.com/services/T', true);
  const template = findTemplate(made.templateId);
  if (template === null) throw new Error('no template');
  const globals = { ...GLOBALS, person: { ...GLOBALS.person, name: 'Ann' } };
  const request = renderDelivery(template, made.inputs, { id: ID, timestamp: NOW, globals });
  const body = JSON.parse(request.kind === 'http' ? (request.body ?? '') : '') as {
    text: string;
    blocks: { text: { text: string } }[];
  };
  expect(body.text).toBe(text);
  if (messageFormat === '') {
    expect(body.blocks[0]?.text.text).toBe(
      '<https://t.example/project/1/data-management/actions/7|Bought> triggered by <https://t.example/p|Ann>',
    );
  }
});

it.each([
  ['https://discord.com/api/webhooks/1', 'template-discord'],
  ['https://discord.com/api/webhooks/1/slack', 'template-webhook'],
  ['https://acme.webhook.office.com/webhookb2/1', 'template-microsoft-teams'],
  ['https://prod-1.westeurope.logic.azure.com:443/workflows/1', 'template-microsoft-teams'],
  ['https://a.1.environment.api.powerplatform.com/powerautomate/1', 'template-microsoft-teams'],
  ['https://logic.azure.com.example.com/workflows/1', 'template-webhook'],
  ['https://hooks.slack.com/services/1', 'template-slack'],
  ['https://chat.example.com/hooks/1', 'template-webhook'],
])('the webhook %s becomes a destination of %s', (url, templateId) => {
  const action = { id: 1, name: null, messageFormat: '' };
  expect(destinationOfAction(action, url, false).templateId).toBe(templateId);
});

it('shows no secret in a run', () => {
  const request = requestOf('template-webhook', {
    url: { value: 'https://user:word@r.example/hooks/topsecret' },
    headers: { value: { Authorization: 'Bearer x', 'X-Api-Key': 'k', accept: '*/*' } },
    body: { value: { token: 'topsecret' } },
  });
  const shown = JSON.stringify(redactedRequest(request, ['topsecret']));
  expect(shown).not.toMatch(/topsecret|word@|Bearer/);
  expect(shown).toContain('"accept":"*/*"');
});

it('accepts the source of its templates, and no other', () => {
  for (const id of ['template-webhook', 'template-slack', 'template-email']) {
    const template = findTemplate(id);
    expect(template !== null && isSourceOf(template, ` ${template.hog}\n`)).toBe(true);
    expect(template !== null && isSourceOf(template, 'return 1')).toBe(false);
  }
});
