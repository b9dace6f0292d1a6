import type { Destination, Template } from './destination';
import { bodyOf, draftOf, inputProblems, newDraft } from './destination';
import { internalSourcesOf, isSameSource, receiversOf, withSources } from './internal-source';
import { requestText, sourceWords, stateWords } from './destination-words';

const TEMPLATE: Template = {
  id: 'template-webhook',
  name: 'HTTP Webhook',
  description: '',
  filters: null,
  inputs_schema: [
    { key: 'url', type: 'string', label: 'URL', secret: false, required: true },
    { key: 'body', type: 'json', label: 'Body', secret: false, required: false, default: { a: 1 } },
    { key: 'headers', type: 'dictionary', label: 'Headers', secret: false, required: false },
    { key: 'signing_secret', type: 'string', label: 'Secret', secret: true, required: true },
  ],
};
const { inputs_schema: DECLARATIONS } = TEMPLATE;
const FILTER = { key: 'plan', value: ['pro'], operator: 'exact', type: 'event' };
const STORED: Destination = {
  id: '1',
  name: 'Orders',
  description: '',
  enabled: true,
  template_id: TEMPLATE.id,
  inputs_schema: DECLARATIONS,
  inputs: {
    url: { value: 'https://example.com/{event.event}', templating: 'hog' },
    headers: { value: { 'X-Team': 'shop' } },
    signing_secret: { secret: true },
  },
  filters: {
    events: [{ id: 'order paid', properties: [FILTER] }, { id: null }],
    actions: [{ id: 7, name: 'Signed up' }],
    properties: [FILTER],
    filter_test_accounts: true,
  },
  ordered: true,
  status: { state: 1, failing_since: null, latest_error: null, retry_at: null },
};

it('does not change a stored destination that is saved without edits, including templates and secrets', () => {
  const draft = draftOf(STORED);
  const { inputs, filters, ordered } = bodyOf(TEMPLATE.id, DECLARATIONS, draft, {}, STORED);
  expect(inputs).toEqual({ ...STORED.inputs, body: { value: { a: 1 } } });
  expect(filters).toMatchObject({ ...STORED.filters, source: 'events' });
  expect(ordered).toBe(true);
  expect(JSON.stringify(draft)).not.toContain('secret');
});

it('sends a secret only if it was typed or is stored', () => {
  const inputsOf = (secrets: Record<string, string>, stored: Destination | null) =>
    bodyOf(TEMPLATE.id, DECLARATIONS, newDraft(TEMPLATE), secrets, stored).inputs;
  expect(inputsOf({ signing_secret: 'whsec_1' }, STORED)['signing_secret']).toEqual({
    value: 'whsec_1',
  });
  expect(inputsOf({}, null)).not.toHaveProperty('signing_secret');
});

it('reports missing inputs and invalid JSON', () => {
  const draft = newDraft(TEMPLATE);
  const problems = (inputs: object, isGiven: boolean) =>
    Object.keys(
      inputProblems(
        DECLARATIONS,
        { ...draft, inputs: { ...draft.inputs, ...inputs } },
        () => isGiven,
      ),
    );
  expect(problems({}, false)).toEqual(['url', 'signing_secret']);
  expect(problems({ url: 'https://example.com', body: '{' }, true)).toEqual(['body']);
  expect(problems({ url: 'https://example.com', body: '' }, true)).toEqual([]);
});

it('describes the events and the state of a destination', () => {
  expect(sourceWords(STORED.filters)).toBe(
    'order paid with plan is pro, all events, action Signed up, each with plan is pro',
  );
  expect(sourceWords({})).toBe('all events');
  const { status } = STORED;
  expect(stateWords({ enabled: false, status }).text).toBe('off');
  expect(stateWords({ enabled: true, status: { ...status, state: 3 } }).text).toBe('paused');
});

it('shows a request as text, with indented JSON', () => {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', url: 'https://example.com/', headers, body: '{"a":1}' };
  expect(requestText(request)).toBe(
    'POST https://example.com/\ncontent-type: application/json\n\n{\n  "a": 1\n}',
  );
  expect(requestText({ to: 'ann@example.com', text: 'Hello', html: null })).toBe(
    'to: ann@example.com\ntext: Hello',
  );
});

it('keeps internal events as sources, and names them in words', () => {
  const properties = [{ key: 'scope', value: ['FeatureFlag'], operator: 'exact', type: 'event' }];
  const event = { id: '$activity_log_entry_created', name: 'Change of a flag', properties };
  const filters = { source: 'internal-events', events: [event] };
  const preset: Template = { ...TEMPLATE, name: 'Change of a flag: HTTP Webhook', filters };
  const draft = newDraft(preset);
  expect(draft).toMatchObject({ isInternal: true, sources: [{ name: 'Change of a flag' }] });
  const body = bodyOf(preset.id, DECLARATIONS, draft, {}, null);
  expect(body).toMatchObject({ type: 'internal_destination', filters });
  expect(body.filters).not.toHaveProperty('actions');
  expect(sourceWords(filters)).toBe('Change of a flag');
  expect(
    sourceWords({ source: 'internal-events', events: [{ id: '$insight_alert_firing' }] }),
  ).toBe('Alert begins');
  expect(sourceWords({ source: 'internal-events' })).toBe('Everything in the project');
  const [offered] = internalSourcesOf([preset, TEMPLATE]);
  expect(offered?.source && isSameSource(offered.source, draft.sources[0]!)).toBe(true);
  expect(receiversOf([preset, TEMPLATE], 'Change of a flag')).toMatchObject([
    { name: 'HTTP Webhook' },
  ]);
});

it('gives several sources the message of each, unless the user wrote a text', () => {
  const events = ['$insight_alert_firing', '$insight_alert_resolved'];
  const [begins, ends] = events.map((id): Template => {
    const text = { ...DECLARATIONS[0]!, key: 'text', default: `{{ event.event }}: ${id}` };
    const content = { ...DECLARATIONS[1]!, key: 'content', default: { content: id } };
    const filters = { source: 'internal-events', events: [{ id, name: id }] };
    return { ...TEMPLATE, filters, inputs_schema: [text, content] };
  }) as [Template, Template];
  const draft = newDraft(begins);
  const both = [...draft.sources, ...newDraft(ends).sources];
  const one = withSources(draft, newDraft(ends).sources, [begins, ends]);
  expect(one.inputs).toEqual(draft.inputs);
  const several = withSources(draft, both, [begins, ends]);
  expect(several).toMatchObject({ sources: both, inputs: { text: '{{ message }}' } });
  expect(JSON.parse(String(several.inputs['content']))).toEqual({ content: '{{ message }}' });
  const written = { ...draft, inputs: { ...draft.inputs, text: 'mine' } };
  expect(withSources(written, [], [begins, ends]).inputs['text']).toBe('mine');
});
