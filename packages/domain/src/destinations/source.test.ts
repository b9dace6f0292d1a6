import type { ActionInput } from '../actions/action-input';
import { actionDestinationId, compileSource, deliveryId, indexSources } from '.';
import type { SourceFilters } from '.';
import { problemOfLiveFilter, problemOfLiveSteps } from './undecidable';

const CONTEXT = {
  actions: new Map([
    [3, [{ event: 'paid' }, { event: '$pageview', url: '/thanks' }]],
    [4, []],
  ]),
  testAccountFilters: [
    { key: 'email', type: 'person', operator: 'not_icontains', value: '@tidemark' },
  ],
};
const event = (name: string, more: Partial<ActionInput> = {}): ActionInput => ({
  event: name,
  properties: {},
  elements: [],
  personProperties: {},
  ...more,
});
const matches = (filters: SourceFilters, input: ActionInput) =>
  compileSource(filters, CONTEXT).matches(input);

it.each<[SourceFilters, ActionInput, boolean]>([
  [{}, event('anything'), true],
  [{ events: [{ id: 'paid' }] }, event('paid'), true],
  [{ events: [{ id: 'paid' }] }, event('other'), false],
  [{ events: [{ id: null }] }, event('other'), true],
  [
    { events: [{ id: 'paid', properties: [{ key: 'sum', operator: 'gt', value: 10 }] }] },
    event('paid', { properties: { sum: 9 } }),
    false,
  ],
  [
    { events: [{ id: 'x' }], actions: [{ id: '3' }] },
    event('$pageview', { properties: { $current_url: 'https://a/thanks' } }),
    true,
  ],
  [{ actions: [{ id: 3 }] }, event('$pageview'), false],
  [{ actions: [{ id: 4 }] }, event('anything'), true],
  [{ actions: [{ id: 5 }] }, event('anything'), false],
  [
    { actions: [{ id: 3, properties: [{ key: 'plan', value: 'pro' }] }] },
    event('paid', { properties: { plan: 'free' } }),
    false,
  ],
  [
    { properties: [{ key: 'plan', value: 'pro' }] },
    event('x', { properties: { plan: 'pro' } }),
    true,
  ],
  [
    { filter_test_accounts: true },
    event('x', { personProperties: { email: 'a@tidemark.example' } }),
    false,
  ],
  [{ properties: [{ key: 'id', type: 'cohort', value: 1 }] }, event('x'), false],
])('the source %j and the event %j: %s', (filters, input, expected) => {
  expect(matches(filters, input)).toBe(expected);
});

it('finds the sources of an event name, and the sources of all events', () => {
  const index = indexSources([
    { key: 'a', source: compileSource({ events: [{ id: 'paid' }] }, CONTEXT) },
    { key: 'b', source: compileSource({ actions: [{ id: 3 }] }, CONTEXT) },
    { key: 'c', source: compileSource({ properties: [{ key: 'n', value: 1 }] }, CONTEXT) },
  ]);
  expect(index.find(event('paid', { properties: { n: 1 } }))).toEqual(['a', 'b', 'c']);
  expect(index.find(event('other'))).toEqual([]);
});

it.each([
  [{ key: 'plan', value: 'pro' }, null],
  [{ key: 'text', type: 'element', operator: 'icontains', value: 'x' }, null],
  [{ key: 'email', type: 'person', operator: 'is_set' }, null],
  [{ key: 'at', operator: 'is_date_after', value: '-7d' }, "the operator 'is_date_after' on 'at'"],
  [{ key: 'id', type: 'cohort', value: 1 }, "a filter of type 'cohort'"],
  [{ key: 'plan', type: 'group', group_type_index: 0, value: 'x' }, "a filter of type 'group'"],
  [{ key: '1 = 1', type: 'hogql' }, "a filter of type 'hogql'"],
])('checks whether the filter %j can be applied during ingestion', (filter, problem) => {
  const found = problemOfLiveFilter(filter);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
});

it('reports the step whose filter cannot be applied', () => {
  const steps = [{ event: 'a' }, { properties: [{ key: '1', type: 'hogql' }] }];
  expect(problemOfLiveSteps(steps)).toMatchObject({ step: 2 });
});

it('gives a delivery the same id each time, and a different one for each destination and event', () => {
  const id = deliveryId('d1', 'e1');
  expect(id).toBe(deliveryId('d1', 'e1'));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set([id, deliveryId('d2', 'e1'), deliveryId('d1', 'e2')]).size).toBe(3);
  expect(actionDestinationId(1, 23)).not.toBe(actionDestinationId(12, 3));
});
