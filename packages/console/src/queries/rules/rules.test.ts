import { eventChanges } from './event-changes';
import type { Rule } from './rule';
import { bodyOf, draftOf, NEW_RULE, ruleProblems } from './rule';
import { ruleWords } from './rule-words';

const COMMON = { id: '1', name: 'Rule', enabled: true, order: 0, version: 1, updated_at: '' };
const CONDITIONS = [
  { field: 'property', key: 'plan', operator: 'exact', value: ['pro', 'team'] },
  { field: 'ip', operator: 'in_range', value: '10.0.0.0/8' },
  { field: 'user_agent', operator: 'is_set' },
];
const RULES: readonly Rule[] = [
  { ...COMMON, kind: 'drop', conditions: CONDITIONS, config: {} },
  { ...COMMON, kind: 'sample', conditions: [], config: { rate: 0.075 } },
  {
    ...{ ...COMMON, kind: 'redact', conditions: [] },
    config: { properties: ['ssn', '$ip'], detectors: ['email', 'iban'] },
  },
  {
    ...{ ...COMMON, kind: 'rename', conditions: [] },
    config: { what: 'event', from: 'bought', to: 'order paid' },
  },
  ...['text', '7', 7, true, { a: [1] }, null].map((value): Rule => ({
    ...{ ...COMMON, kind: 'set', conditions: [] },
    config: { property: 'source', value, person: true, overwrite: false },
  })),
  {
    ...{ ...COMMON, kind: 'schema', conditions: [] },
    config: {
      properties: [
        { name: 'sum', type: 'number', required: true, values: [1, 2.5] },
        { name: 'flag', type: 'boolean', required: false, values: [true] },
        { name: 'plan', required: false },
      ],
      on_violation: 'drop',
    },
  },
];

it.each(RULES)('does not change a stored rule of the kind $kind: $config', (rule) => {
  const { name, enabled, kind, conditions, config } = rule;
  const draft = draftOf(rule);
  expect(bodyOf(draft)).toEqual({ name, enabled, kind, conditions, config });
  expect(ruleProblems(draft)).toEqual([]);
});

it('reports missing parts of each kind', () => {
  const of = (change: object) =>
    ruleProblems({ ...NEW_RULE, name: 'x', conditions: [], ...change });
  expect(of({ kind: 'drop' })).toEqual(['A rule that drops events needs a condition.']);
  expect(of({ kind: 'sample', percent: '101' })).toHaveLength(1);
  expect(of({ kind: 'hash' })).toEqual(['Enter a property or choose a detector.']);
  expect(of({ kind: 'rename', from: 'a', to: 'a' })).toEqual(['The two names must differ.']);
  expect(of({ kind: 'set' })).toHaveLength(1);
  expect(of({ kind: 'schema' })).toEqual(['Enter a name for each expected property.']);
  expect(ruleProblems({ ...NEW_RULE, kind: 'sample' })).toEqual([
    'Enter a name for the rule.',
    'Condition 1 needs a value.',
  ]);
});

it('describes rules in words', () => {
  expect(RULES.slice(0, 4).map(ruleWords)).toEqual([
    'Drop the event if plan is pro or team and IP address is in the address range 10.0.0.0/8 and user agent is set',
    'Keep 7.5 % of the distinct ids in all events',
    'Redact ssn, $ip, e-mail addresses, IBANs in all events',
    'Rename the event bought to order paid in all events',
  ]);
});

it('finds the differences between two events at any depth', () => {
  const event = { event: 'a', distinct_id: 'ann', properties: { $set: { email: 'a@b.de' }, x: 1 } };
  const after = { ...event, event: 'b', properties: { $set: { email: '[email]' }, y: 1 } };
  expect(eventChanges(event, event)).toEqual([]);
  expect(eventChanges(event, after)).toEqual([
    { part: 'event', before: 'a', after: 'b' },
    { part: '$set.email', before: 'a@b.de', after: '[email]' },
    { part: 'x', before: '1', after: null },
    { part: 'y', before: null, after: '1' },
  ]);
});
