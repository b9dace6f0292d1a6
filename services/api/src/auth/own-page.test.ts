import { createOwnAddress } from './own-address';
import { requireOwnPage } from './own-page';
import { createSessionCookies } from './session-cookie';

/** A request to `https://t.example` behind a trusted proxy, unless said otherwise. */
function request(
  method: string,
  headers: Readonly<Record<string, string>>,
  url = 'https://t.example/api/x/',
) {
  return { method, url: new URL(url), header: (name: string) => headers[name] };
}

const trusted = createOwnAddress(1);
const unknown = createOwnAddress(undefined);
const CONSOLE = { 'x-tidemark-console': '1' };
const OWN = { ...CONSOLE, origin: 'https://t.example' };

describe('a request with a session cookie', () => {
  it.each([
    ['a GET of the same origin', 'GET', { 'sec-fetch-site': 'same-origin' }],
    ['a GET that says nothing', 'GET', {}],
    ['a POST of our page', 'POST', { ...OWN, 'sec-fetch-site': 'same-origin' }],
    ['a DELETE of our page in an older browser', 'DELETE', OWN],
  ])('counts: %s', (_, method, headers) => {
    expect(() => requireOwnPage(request(method, headers), trusted)).not.toThrow();
  });

  it.each([
    ['typed into the address bar', 'GET', { 'sec-fetch-site': 'none' }, 'Sec-Fetch-Site'],
    ['of another site', 'GET', { 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site'],
    ['of another port or subdomain', 'GET', { 'sec-fetch-site': 'same-site' }, 'Sec-Fetch-Site'],
    ['of another site that claims all', 'POST', { ...OWN, 'sec-fetch-site': 'cross-site' }, 'Sec'],
    ['without our header', 'POST', { origin: 'https://t.example' }, 'X-Tidemark-Console'],
    ['with another value', 'POST', { ...OWN, 'x-tidemark-console': '0' }, 'X-Tidemark-Console'],
    ['without an Origin', 'PATCH', CONSOLE, 'Origin'],
    ['of another host', 'POST', { ...OWN, origin: 'https://evil.example' }, 'Origin'],
    ['of another port', 'POST', { ...OWN, origin: 'https://t.example:8443' }, 'Origin'],
    ['of another scheme', 'POST', { ...OWN, origin: 'http://t.example' }, 'Origin'],
    ['of a subdomain', 'PUT', { ...OWN, origin: 'https://a.t.example' }, 'Origin'],
    ['of a sandboxed page', 'DELETE', { ...OWN, origin: 'null' }, 'Origin'],
    ['with credentials in it', 'POST', { ...OWN, origin: 'https://u@t.example' }, 'Origin'],
    ['with a path', 'POST', { ...OWN, origin: 'https://t.example/' }, 'Origin'],
  ])('is rejected: %s', (_, method, headers, detail) => {
    expect(() => requireOwnPage(request(method, headers), trusted)).toThrow(
      expect.objectContaining({ status: 403, message: expect.stringContaining(detail) as string }),
    );
  });
});

describe('behind a proxy that is not trusted', () => {
  it.each([
    ['https://t.example', true],
    ['http://t.example', true],
    ['https://t.example:8443', false],
    ['https://evil.example', false],
  ])('the host of %s is compared: %s', (origin, isOwn) => {
    const given = request('POST', { origin }, 'http://t.example/api/x/');
    expect(unknown.isOwnOrigin(given, origin)).toBe(isOwn);
  });

  it('the scheme is taken from Origin', () => {
    const from = (origin?: string) =>
      request('POST', origin === undefined ? {} : { origin }, 'http://t.example/');
    expect(unknown.schemeOf(from('https://t.example'))).toBe('https');
    expect(unknown.schemeOf(from('http://t.example'))).toBe('http');
    expect(unknown.schemeOf(from('https://evil.example'))).toBe('unknown');
    expect(unknown.schemeOf(from())).toBe('unknown');
    expect(unknown.publicUrl(from('https://t.example'))).toBe('https://t.example');
    expect(unknown.publicUrl(from())).toBe('http://t.example');
  });
});

describe('the cookie', () => {
  const cookiesOf = (address = trusted, id = 'one') =>
    createSessionCookies({
      installation: { read: () => Promise.resolve({ id, marked: [] }) },
      address,
      holds: 'session',
    });
  const nameOf = (header: string) => header.split('=', 1)[0] ?? '';
  const http = (headers: Readonly<Record<string, string>> = {}) =>
    request('GET', headers, 'http://t.example/');

  it('is for this host, over TLS only and out of reach of scripts', async () => {
    const header = await cookiesOf().write(request('POST', OWN), 'v', 60);
    expect(header).toMatch(
      /^__Host-tidemark_session_[0-9a-f]{16}=v; Path=\/; Max-Age=60; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await cookiesOf().clear(request('POST', OWN))).toMatch(/=; Path=\/; Max-Age=0;.*Secure/);
  });

  it('has no prefix where there is no TLS', async () => {
    const header = await cookiesOf(createOwnAddress(0)).write(http(), 'v', 60);
    expect(header).toMatch(
      /^tidemark_session_[0-9a-f]{16}=v; Path=\/; Max-Age=60; HttpOnly; SameSite=Strict$/,
    );
  });

  it('has another name in another installation', async () => {
    const names = await Promise.all(
      ['one', 'two'].map(async (id) =>
        nameOf(await cookiesOf(trusted, id).write(request('POST', OWN), 'v', 1)),
      ),
    );
    expect(new Set(names).size).toBe(2);
  });

  it('is read by its whole name, among others', async () => {
    const plain = createOwnAddress(0);
    const name = nameOf(await cookiesOf(plain).write(http(), 'v', 1));
    const read = (cookie: string) => cookiesOf(plain).read(http({ cookie }));
    expect(await read(`a=b; ${name}=tmc_1; c=d`)).toBe('tmc_1');
    expect(await read(`x${name}=tmc_1`)).toBeNull();
    expect(await read(`${name}=`)).toBeNull();
    expect(await read('tidemark_session_0000000000000000=tmc_1')).toBeNull();
    expect(await cookiesOf(plain).read(http())).toBeNull();
  });

  it('that could have been set without TLS does not count with it', async () => {
    const plain = nameOf(await cookiesOf(createOwnAddress(0)).write(http(), 'v', 1));
    const cookie = `${plain}=planted`;
    expect(await cookiesOf().read(request('GET', { cookie }))).toBeNull();
    const both = `${cookie}; __Host-${plain}=ours`;
    expect(await cookiesOf().read(request('GET', { cookie: both }))).toBe('ours');
    expect(await cookiesOf(unknown).read(http({ cookie: both }))).toBe('ours');
    expect(await cookiesOf(createOwnAddress(0)).read(http({ cookie: both }))).toBe('planted');
  });
});
