import fc from 'fast-check';
import type { LoggedEventV1 } from '@tidemark/contracts';
import { compileRules } from './compile-rules';
import type { RuleReport } from './compile-rules';
import { entryOf, ruleOf } from './test-support/entry';

const KEY = 'key of the project';
const apply = (entry: Partial<LoggedEventV1>, ...rules: ReturnType<typeof ruleOf>[]) =>
  compileRules(rules, KEY).apply(entryOf(entry));

describe('conditions', () => {
  const drops = (condition: object, entry: Partial<LoggedEventV1>): boolean =>
    apply(entry, ruleOf('drop', {}, [condition])).dropped;

  it.each([
    [{ field: 'event', value: ['a', 'b'] }, { event: 'b' }, { event: 'c' }],
    [{ field: 'event', operator: 'is_not', value: 'a' }, { event: 'b' }, { event: 'a' }],
    [{ field: 'distinct_id', operator: 'starts_with', value: 'bot' }, { distinct_id: 'bot1' }, {}],
    [
      { field: 'ip', operator: 'in_range', value: '10.0.0.0/8' },
      { ip: '10.1.2.3' },
      { ip: '11.1.2.3' },
    ],
    [
      { field: 'ip', operator: 'in_range', value: '2001:db8::/32' },
      { properties: { $ip: '2001:db8::1' } },
      { ip: '2001:db9::1' },
    ],
    [
      { field: 'ip', value: '10.1.2.3' },
      { ip: '10.1.2.3', properties: { $ip: '' } },
      { ip: '10.1.2.3', properties: { $ip: '1.1.1.1' } },
    ],
    [
      { field: 'user_agent', operator: 'icontains', value: 'googlebot' },
      { properties: { $raw_user_agent: 'Mozilla GoogleBot/2' } },
      { properties: {} },
    ],
    [
      { field: 'property', key: 'n', operator: 'gt', value: 5 },
      { properties: { n: 6 } },
      { properties: { n: '' } },
    ],
    [
      { field: 'property', key: 'n', operator: 'lt', value: 5 },
      { properties: { n: '4' } },
      { properties: { n: 5 } },
    ],
    [
      { field: 'property', key: 'p', operator: 'regex', value: '^/admin' },
      { properties: { p: '/admin/x' } },
      { properties: { p: '/x/admin' } },
    ],
    [
      { field: 'property', key: 'p', operator: 'icontains', value: '50%' },
      { properties: { p: 'at 50% off' } },
      { properties: { p: 'at 50 off' } },
    ],
    [
      { field: 'property', key: 'constructor', operator: 'is_set' },
      { properties: { constructor: 1 } },
      { properties: {} },
    ],
    [
      { field: 'property', key: 'p', operator: 'is_not_set' },
      { properties: { p: null } },
      { properties: { p: 0 } },
    ],
  ])('%j', (condition, match, other) => {
    expect(drops(condition, match as Partial<LoggedEventV1>)).toBe(true);
    expect(drops(condition, other as Partial<LoggedEventV1>)).toBe(false);
  });

  it('all must hold', () => {
    const rule = ruleOf('drop', {}, [
      { field: 'event', value: 'a' },
      { field: 'property', key: 'p', value: true },
    ]);
    expect(apply({ event: 'a', properties: { p: true } }, rule).dropped).toBe(true);
    expect(apply({ event: 'a', properties: { p: false } }, rule).dropped).toBe(false);
  });
});

describe('sampling', () => {
  const rule = ruleOf('sample', { rate: 0.25 });
  const keeps = (id: string, event = 'e') => !apply({ distinct_id: id, event }, rule).dropped;

  it('keeps the share', () => {
    const kept = Array.from({ length: 20_000 }, (_, i) => keeps(`user-${i}`)).filter(Boolean);
    expect(kept.length / 20_000).toBeCloseTo(0.25, 1);
    expect(Math.abs(kept.length - 5_000)).toBeLessThan(250);
  });
  it('decides the same for all events of a distinct id', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (id, event) => keeps(id) === keeps(id, event)));
  });
  it('keeps all events at 1 and none at 0', () => {
    expect(apply({}, ruleOf('sample', { rate: 1 })).dropped).toBe(false);
    expect(apply({}, ruleOf('sample', { rate: 0 })).dropped).toBe(true);
  });
  it('decides independently of another rule', () => {
    const other = { ...rule, id: 'other' };
    const ids = Array.from({ length: 20_000 }, (_, i) => `u${i}`).filter((id) => keeps(id));
    const both = ids.filter((id) => !apply({ distinct_id: id }, other).dropped);
    expect(both.length / ids.length).toBeCloseTo(0.25, 1);
  });
});

describe('renaming and setting', () => {
  it('renames an event and properties of the event and person', () => {
    const rules = [
      ruleOf('rename', { what: 'event', from: 'a', to: 'b' }),
      ruleOf('rename', { what: 'property', from: 'x', to: 'y' }),
    ];
    const { entry } = apply(
      { event: 'a', properties: { w: 0, x: 1, z: 2, $set: { x: 3 } } },
      ...rules,
    );
    expect(entry.event).toBe('b');
    expect(JSON.stringify(entry.properties)).toBe('{"w":0,"y":1,"z":2,"$set":{"y":3}}');
  });
  it.each([
    [{ $unset: ['w', 'x'] }, { $unset: ['w', 'y'] }],
    [{ $unset: { x: '' } }, { $unset: { y: '' } }],
    [{ $unset: ['w'] }, { $unset: ['w'] }],
  ])('removes the renamed property of the person: %j', (properties, expected) => {
    const rule = ruleOf('rename', { what: 'property', from: 'x', to: 'y' });
    expect(apply({ properties }, rule).entry.properties).toEqual(expected);
  });
  it('overwrites nothing and writes a warning', () => {
    const given = { x: 1, y: 2 };
    const rule = ruleOf('rename', { what: 'property', from: 'x', to: 'y' });
    const { entry, warnings } = apply({ properties: given }, rule);
    expect(entry.properties).toBe(given);
    expect(warnings).toMatchObject([{ type: 'ingestion_rule_name_taken' }]);
  });
  it('sets a constant', () => {
    const set = (config: object, properties: Record<string, unknown>) =>
      apply({ properties }, ruleOf('set', { property: 'env', value: 'eu', ...config })).entry
        .properties;
    expect(set({}, { env: 'us' })).toEqual({ env: 'eu' });
    expect(set({ overwrite: false }, { env: 'us' })).toEqual({ env: 'us' });
    expect(set({ person: true }, {})).toEqual({ env: 'eu', $set: { env: 'eu' } });
    expect(Object.keys(set({ property: '__proto__' }, {}))).toEqual(['__proto__']);
  });
});

describe('schemas', () => {
  const properties = [
    { name: 'plan', type: 'string', required: true, values: ['free', 'pro'] },
    { name: 'amount', type: 'number' },
    { name: 'at', type: 'datetime' },
    { name: 'tags', type: 'array' },
    { name: 'more', type: 'object' },
    { name: 'is', type: 'boolean' },
  ];
  const rule = (on_violation: string) => ruleOf('schema', { properties, on_violation });
  const good = { plan: 'pro', amount: 1, at: '2026-01-02T03:04:05Z', tags: [], more: {}, is: true };

  it('accepts events that match the schema', () => {
    expect(apply({ properties: good }, rule('drop'))).toMatchObject({
      dropped: false,
      warnings: [],
    });
  });
  it.each([
    [{ plan: 'gold' }, 'plan', 'value'],
    [{ plan: undefined }, 'plan', 'missing'],
    [{ plan: null }, 'plan', 'missing'],
    [{ amount: '1' }, 'amount', 'type'],
    [{ at: 'yesterday' }, 'at', 'type'],
    [{ tags: {} }, 'tags', 'type'],
    [{ more: [] }, 'more', 'type'],
    [{ is: 'true' }, 'is', 'type'],
  ])('%j violates %s: %s', (changed, property, problem) => {
    const entry = { properties: { ...good, ...changed } };
    const violations = [{ property, problem }];
    expect(apply(entry, rule('warn'))).toMatchObject({
      dropped: false,
      warnings: [{ type: 'event_schema_violation', details: { violations } }],
    });
    expect(apply(entry, rule('drop'))).toMatchObject({
      dropped: true,
      warnings: [{ type: 'event_schema_dropped', details: { violations } }],
    });
  });
});

describe('the order of rules', () => {
  it('each rule gets the result of the rules before it', () => {
    const rename = ruleOf('rename', { what: 'event', from: 'a', to: 'b' });
    const drop = ruleOf('drop', {}, [{ field: 'event', value: 'a' }]);
    expect(apply({ event: 'a' }, rename, drop).dropped).toBe(false);
    expect(apply({ event: 'a' }, drop, rename).dropped).toBe(true);
  });
  it('redacts an event that an earlier rule dropped with a warning', () => {
    const schema = ruleOf('schema', {
      properties: [{ name: 'p', required: true }],
      on_violation: 'drop',
    });
    const { entry, dropped } = apply(
      { distinct_id: 'ann@example.com' },
      schema,
      ruleOf('redact', { detectors: ['email'] }),
    );
    expect(dropped).toBe(true);
    expect(entry.distinct_id).toMatch(/^\[hash:/);
  });
  it('reports what each rule did', () => {
    const reports: RuleReport[] = [];
    const rules = [
      ruleOf('set', { property: 'a', value: 1 }),
      ruleOf('rename', { what: 'event', from: 'zz', to: 'y' }),
      ruleOf('drop', {}, [{ field: 'event', value: 'other' }]),
      ruleOf('sample', { rate: 0 }),
      ruleOf('set', { property: 'b', value: 1 }),
    ];
    compileRules(rules, KEY).apply(entryOf(), (report) => reports.push(report));
    expect(reports.map(({ kind, result }) => [kind, result])).toEqual([
      ['set', 'changed'],
      ['rename', 'none'],
      ['sample', 'dropped'],
    ]);
  });
});

describe('a rule that fails', () => {
  const broken = [{ field: 'event', operator: 'regex', value: '(' }];
  it('is skipped with a warning', () => {
    const rule = ruleOf('drop', {}, broken);
    const { dropped, warnings, entry } = apply(
      { properties: { a: 1 } },
      rule,
      ruleOf('set', { property: 'b', value: 2 }),
    );
    expect(dropped).toBe(false);
    expect(entry.properties).toEqual({ a: 1, b: 2 });
    expect(warnings).toMatchObject([
      { type: 'ingestion_rule_failed', details: { ruleName: 'drop it', eventDropped: false } },
    ]);
  });
  it('drops the event with a warning if it should have redacted the event', () => {
    const rule = ruleOf('redact', { properties: ['a'] }, broken);
    const outcome = apply({ event: 'secret', distinct_id: 'secret' }, rule);
    expect(outcome.dropped).toBe(true);
    expect(outcome.warnings).toMatchObject([{ details: { eventDropped: true } }]);
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });
});
