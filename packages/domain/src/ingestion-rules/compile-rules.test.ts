import fc from 'fast-check';
import type { LoggedEventV1 } from '@tidemark/contracts';
import { compileRules } from './compile-rules';
import type { RuleReport } from './compile-rules';
import { entryOf, ruleOf } from './test-support/entry';

const KEY = 'key of the project';
const ALL = ['email', 'card', 'iban', 'token'];
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
  it('keeps all at 1 and none at 0', () => {
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

describe('redaction', () => {
  const rule = ruleOf('redact', { properties: ['phone', '$ip'], detectors: ALL });

  it('replaces values wherever they are', () => {
    const { entry } = apply(
      {
        event: 'mail to ann@example.com',
        ip: '1.2.3.4',
        properties: {
          text: 'ann@example.com paid with 4111 1111 1111 1111',
          phone: { home: '+1 555', list: [7, null] },
          deep: [{ 'ann@example.com': 1, more: { phone: '555' } }],
          number: 4111111111111111,
          $current_url: 'https://x.test/?phone=555&u=ann%40example.com#t',
          $set: { mail: 'ann@example.com' },
          $set_once: { iban: 'DE89370400440532013000' },
          $elements_chain: 'a:attr__phone="555"text="ann@example.com"',
          json: '{"phone":"555","a":1}',
        },
      },
      rule,
    );
    expect(entry).toMatchObject({
      event: 'mail to [email]',
      ip: null,
      properties: {
        $ip: '[redacted]',
        text: '[email] paid with [card]',
        phone: { home: '[redacted]', list: ['[redacted]', null] },
        deep: [{ '[email]': 1, more: { phone: '[redacted]' } }],
        number: '[card]',
        $current_url: 'https://x.test/?phone=[redacted]&u=[email]#t',
        $set: { mail: '[email]' },
        $set_once: { iban: '[iban]' },
        $elements_chain: 'a:attr__phone="[redacted]"text="[email]"',
        json: '{"phone":"[redacted]","a":1}',
      },
    });
  });

  it('hashes ids, so that persons stay apart', () => {
    const ids = ['ann@example.com', 'bob@example.com'].map(
      (id) =>
        apply(
          {
            distinct_id: id,
            properties: { distinct_id: id, $anon_distinct_id: id, $groups: { c: id } },
          },
          rule,
        ).entry,
    );
    expect(ids[0]?.distinct_id).toMatch(/^\[hash:[0-9a-f]{32}\]$/);
    expect(ids[0]?.distinct_id).not.toBe(ids[1]?.distinct_id);
    const id = ids[0]?.distinct_id;
    expect(ids[0]?.properties).toEqual({
      distinct_id: id,
      $anon_distinct_id: id,
      $groups: { c: id },
    });
  });

  it('hashes all names of an id when one is named', () => {
    const named = ruleOf('hash', { properties: ['distinct_id'] });
    const { entry } = apply({ distinct_id: 'x', properties: { alias: 'x' } }, named);
    expect(entry.distinct_id).toMatch(/^\[hash:/);
    expect(entry.properties['alias']).toBe(entry.distinct_id);
  });

  it('returns the same entry when there is nothing to redact', () => {
    const entry = entryOf({ properties: { a: { b: ['c', 1, null, true] } } });
    expect(compileRules([rule], KEY).apply(entry).entry).toBe(entry);
  });

  it('redacts what belongs to no event', () => {
    const warning = { distinct_id: 'ann@example.com', details: { event: 'bob@example.com' } };
    const redacted = compileRules([rule], KEY).redact(warning);
    expect(redacted?.distinct_id).toMatch(/^\[hash:/);
    expect(redacted?.details).toEqual({ event: '[email]' });
  });
});

describe('hashing', () => {
  const rule = ruleOf('hash', { properties: ['phone'], detectors: ['email', 'card'] });
  const hashOf = (value: unknown, key = KEY) =>
    compileRules([rule], key).apply(entryOf({ properties: { value } })).entry.properties['value'];

  it('gives equal values equal hashes, however they are written', () => {
    expect(hashOf('Ann@Example.com')).toBe(hashOf('ann@example.com'));
    expect(hashOf('ann%40example.com')).toBe(hashOf('ann@example.com'));
    expect(hashOf('4111 1111 1111 1111')).toBe(hashOf(4111111111111111));
    expect(hashOf('ann@example.com')).not.toBe(hashOf('bob@example.com'));
  });
  it('depends on the key of the project', () => {
    expect(hashOf('ann@example.com')).not.toBe(hashOf('ann@example.com', 'another key'));
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

  it('accepts what fits', () => {
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
  it('each sees what those before it made', () => {
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
  it('is left out with a warning', () => {
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
  it('drops the event with a warning when it should have redacted it', () => {
    const rule = ruleOf('redact', { properties: ['a'] }, broken);
    const outcome = apply({ event: 'secret', distinct_id: 'secret' }, rule);
    expect(outcome.dropped).toBe(true);
    expect(outcome.warnings).toMatchObject([{ details: { eventDropped: true } }]);
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });
});

describe('for any JSON', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.emailAddress(),
    fc.constantFrom(
      ...[
        '4111111111111111',
        'DE89370400440532013000',
        '[email]',
        '@',
        '%40',
        '://',
        ':',
        '.',
        ' ',
      ],
      ...['phone=', '"phone":"', 'attr__phone="', '"', '\\', '?phone=%E0%A4%A', 'a.co', 'Bearer x'],
      ...['-----BEGIN PRIVATE KEY-----', '[', '%', '1', 'AKIAIOSFODNN7EXAMPLE', '&secret='],
    ),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
  const key = fc.oneof(
    text,
    fc.constantFrom('phone', '$set', '$groups', 'alias', '__proto__', '$ip', 'distinct_id'),
  );
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.double(),
      fc.constantFrom(null, true, 4111111111111111, undefined),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  }));
  const entries = fc
    .record({ event: text, distinct_id: text, properties: json.object })
    .map((given) => entryOf(given as Partial<LoggedEventV1>));
  const sensitive = ['redact', 'hash'].map((kind) =>
    ruleOf(kind, { properties: ['phone', '$ip', '$email'], detectors: ALL }),
  );

  it.each(sensitive)('$kind twice is the same as once', (rule) => {
    const rules = compileRules([rule], KEY);
    fc.assert(
      fc.property(entries, (entry) => {
        const once = rules.apply(entry);
        expect(once.warnings).toEqual([]);
        expect(rules.apply(once.entry).entry).toEqual(once.entry);
      }),
      { numRuns: 400 },
    );
  });

  it.each(sensitive)('$kind leaves no address', (rule) => {
    const rules = compileRules([rule], KEY);
    fc.assert(
      fc.property(fc.emailAddress(), json.value, key, (address, value, name) => {
        const found = /[^&#/=?]+@[^@]+$/u.exec(address)?.[0];
        fc.pre(found !== undefined);
        const entry = entryOf({
          distinct_id: address,
          properties: { value, [name]: [{ [address]: { at: `?q=${address}` } }] },
        });
        expect(JSON.stringify(rules.apply(entry).entry)).not.toContain(
          JSON.stringify(found).slice(1, -1),
        );
      }),
    );
  });

  it('no rule throws, changes the event it was given or fails', () => {
    const rules = compileRules(
      [
        ruleOf('drop', {}, [
          { field: 'property', key: 'phone', operator: 'regex', value: 'x+y' },
          { field: 'ip', operator: 'in_range', value: '10.0.0.0/8' },
          { field: 'user_agent', operator: 'icontains', value: 'bot' },
        ]),
        ruleOf('rename', { what: 'property', from: 'phone', to: 'alias' }),
        ruleOf('rename', { what: 'event', from: 'x', to: 'y' }),
        ruleOf('set', { property: '$set', value: { phone: '1' }, person: true }),
        ...sensitive,
        ruleOf('schema', { properties: [{ name: 'phone', type: 'datetime', values: ['a'] }] }),
      ],
      KEY,
    );
    fc.assert(
      fc.property(entries, (entry) => {
        const before = JSON.stringify(entry);
        const { warnings } = rules.apply(entry);
        expect(warnings.map(({ type }) => type)).not.toContain('ingestion_rule_failed');
        expect(JSON.stringify(entry)).toBe(before);
      }),
      { numRuns: 300 },
    );
  });
});
