import fc from 'fast-check';
import type { LoggedEventV1 } from '@tidemark/contracts';
import { compileRules } from './compile-rules';
import { entryOf, ruleOf } from './test-support/entry';

const KEY = 'key of the project';
const ALL = ['email', 'card', 'iban', 'token'];
const apply = (entry: Partial<LoggedEventV1>, ...rules: ReturnType<typeof ruleOf>[]) =>
  compileRules(rules, KEY).apply(entryOf(entry));

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

  it('replaces the address of the sender, which is stored if $ip is empty', () => {
    const { entry } = apply({ ip: '1.2.3.4', properties: { $ip: '' } }, rule);
    expect(entry).toMatchObject({ ip: null, properties: { $ip: '[redacted]' } });
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

  it('hashes an id under all its names if the rule lists one', () => {
    const named = ruleOf('hash', { properties: ['distinct_id'] });
    const { entry } = apply({ distinct_id: 'x', properties: { alias: 'x' } }, named);
    expect(entry.distinct_id).toMatch(/^\[hash:/);
    expect(entry.properties['alias']).toBe(entry.distinct_id);
  });

  it('returns the same entry when there is nothing to redact', () => {
    const entry = entryOf({ properties: { a: { b: ['c', 1, null, true] } } });
    expect(compileRules([rule], KEY).apply(entry).entry).toBe(entry);
  });

  it('redacts data that is not part of an event', () => {
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
