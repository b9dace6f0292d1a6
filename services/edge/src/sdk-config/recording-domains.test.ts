import { mayBeRecorded } from './recording-domains';

const PAGE = { origin: 'https://shop.example.com', referer: undefined, 'user-agent': 'Mozilla' };

describe('domains that may be recorded', () => {
  it.each([
    [null, true],
    [[], true],
    [['https://shop.example.com'], true],
    [['http://shop.example.com:8080/any/path'], true],
    [['https://SHOP.example.com'], true],
    [['https://*.example.com'], true],
    [['https://shop.*'], true],
    [['https://*'], true],
    [['https://s*p.ex*.com'], true],
    [['https://example.com'], false],
    [['https://*.example.org'], false],
    [['https://shop.example.com.evil.org'], false],
    [['https://*hop.example.comm'], false],
    [['shop.example.com'], false],
    [['*'], false],
  ])('%j: %s', (domains, isAllowed) => {
    expect(mayBeRecorded(domains, PAGE)).toBe(isAllowed);
  });

  it('are compared with the referer too, because scripts are requested without an origin', () => {
    const script = { origin: undefined, referer: 'https://a.example.com/cart?x=1' };
    expect(mayBeRecorded(['https://a.example.com'], script)).toBe(true);
    expect(mayBeRecorded(['https://b.example.com'], script)).toBe(false);
  });

  it('do not restrict apps', () => {
    const app = { 'user-agent': 'posthog-ios/3.1.0' };
    expect(mayBeRecorded(['https://a.example.com'], app)).toBe(true);
    expect(mayBeRecorded(['https://a.example.com'], {})).toBe(false);
  });

  it('do not match a host in which the parts of the pattern would overlap', () => {
    expect(mayBeRecorded(['https://shop*op.example.com'], PAGE)).toBe(false);
    expect(mayBeRecorded(['https://a*a'], { origin: 'https://a' })).toBe(false);
    expect(mayBeRecorded(['https://a*b*b'], { origin: 'https://ab' })).toBe(false);
  });
});
