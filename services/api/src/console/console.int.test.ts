import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { CONSOLE_CONTENT_SECURITY_POLICY } from './console-headers';

const SHELL = '<!doctype html><title>Tidemark</title>';
const SCRIPT = 'export const answer = 42;'.repeat(100);
let folder: string;
let on: TestApi;
let off: TestApi;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-console-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  const files: Readonly<Record<string, string | Buffer>> = {
    'index.html': SHELL,
    'index.html.br': brotliCompressSync(SHELL),
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.vite/manifest.json': '{}',
    'assets/main-abc123.js': SCRIPT,
    'assets/main-abc123.js.br': brotliCompressSync(SCRIPT),
    'assets/main-abc123.js.gz': gzipSync(SCRIPT),
    'assets/main-abc123.css': 'body{}',
    'assets/old-abc123.js': SCRIPT,
    'assets/old-abc123.js.br': brotliCompressSync(SCRIPT),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const urls = await createStoresWithoutEvents();
  on = await startTestApi(urls, { CONSOLE: 'on' }, { consoleFolder: folder });
  off = await startTestApi(urls, { CONSOLE: 'off' }, { consoleFolder: folder });
});
afterAll(async () => {
  await Promise.all([on.stop(), off.stop()]);
  rmSync(folder, { recursive: true });
});

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A GET request without the Accept-Encoding and the decompression of `fetch`. */
function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  { api = on, method = 'GET' } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    request(api.base + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the shell', () => {
  it.each(['/', '/login', '/setup', '/login/', '/project/1/home', '/project/1/insights/new?tab=1'])(
    'is served at %s, always asked for anew',
    async (path) => {
      const { status, headers, bytes } = await get(path, HTML);
      expect([status, bytes.toString()]).toEqual([200, SHELL]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'Accept',
        etag: expect.stringMatching(/^"[\w-]{27}"$/) as string,
      });
      expect(headers).not.toHaveProperty('set-cookie');
    },
  );

  it('is not sent again to a client that has it, and HEAD has no body', async () => {
    const { etag = '' } = (await get('/', HTML)).headers;
    const again = await get('/project/2/home', { ...HTML, 'if-none-match': etag });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    const head = await get('/', HTML, { method: 'HEAD' });
    expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, etag]);
  });

  it('cannot be framed, runs no script but ours, and keeps to itself', async () => {
    const { headers } = await get('/', HTML);
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it.each([
    ['/', 'GET', { accept: 'application/json' }],
    ['/project/1/home', 'GET', { accept: 'application/json' }],
    ['/', 'POST', HTML],
    ['/project/1/home', 'DELETE', HTML],
    ['/projects', 'GET', HTML],
    ['/Login', 'GET', HTML],
    ['/console', 'GET', HTML],
    ['/api/nonsense/', 'GET', HTML],
    ['/signup', 'GET', HTML],
  ])('is not at %s for %s %j', async (path, method, headers) => {
    const { status, bytes } = await get(path, headers, { method });
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe('a file of the console', () => {
  const PATH = '/console/assets/main-abc123.js';

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['', undefined, (bytes: Buffer) => bytes],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['zstd', undefined, (bytes: Buffer) => bytes],
  ])('is sent as the client takes it: %j', async (accepted, encoding, unpack) => {
    const { status, headers, bytes } = await get(PATH, { 'accept-encoding': accepted });
    expect([status, unpack(bytes).toString()]).toEqual([200, SCRIPT]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'content-security-policy': CONSOLE_CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('has its content type, and a long cache time only with a hash in its name', async () => {
    const css = await get('/console/assets/main-abc123.css', { 'accept-encoding': 'br' });
    expect(css.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(css.headers).not.toHaveProperty('content-encoding');
    const icon = await get('/console/favicon.svg');
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
    });
    const since = { 'if-modified-since': icon.headers['last-modified'] ?? '' };
    expect((await get('/console/favicon.svg', since)).status).toBe(304);
    const head = await get(PATH, { 'accept-encoding': 'br' }, { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });

  it.each([
    '/console/',
    '/console/index.html',
    '/console/index.html.br',
    '/console/assets/',
    '/console/assets/main-abc123.js.br',
    '/console/assets/gone-000000.js',
    '/console/.vite/manifest.json',
  ])('is not at %s', async (path) => {
    const { status, headers, bytes } = await get(path, HTML);
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([404, { code: 'not_found' }]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each(['/console/%2e%2e/package.json', '/console/assets/..%2findex.html'])(
    'is not outside: %s',
    async (path) => {
      expect([400, 404]).toContain((await get(path, HTML)).status);
    },
  );

  it('is missing, not an internal error, when a newer build has replaced it', async () => {
    const path = '/console/assets/old-abc123.js';
    expect((await get(path)).status).toBe(200);
    for (const suffix of ['', '.br']) rmSync(join(folder, `assets/old-abc123.js${suffix}`));
    for (const encoding of ['identity', 'br']) {
      const { status, headers } = await get(path, { 'accept-encoding': encoding });
      expect(status).toBe(404);
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['cache-control'] ?? '').not.toContain('immutable');
      expect(headers).not.toHaveProperty('content-encoding');
    }
  });

  it('is found after a new build replaced the files, and the shell is the new one', async () => {
    const next = SHELL.replace('Tidemark', 'Tidemark, rebuilt');
    rmSync(join(folder, 'index.html'));
    // While the build is written, the last shell is served.
    expect((await get('/', HTML)).bytes.toString()).toBe(SHELL);
    writeFileSync(join(folder, 'assets/main-def456.js'), SCRIPT);
    writeFileSync(join(folder, 'index.html'), next);
    const { status, bytes } = await get('/console/assets/main-def456.js');
    expect([status, bytes.toString()]).toEqual([200, SCRIPT]);
    const shell = await get('/', HTML);
    expect(shell.bytes.toString()).toBe(next);
    const { etag = '' } = shell.headers;
    expect((await get('/', { ...HTML, 'if-none-match': etag })).status).toBe(304);
  });
});

it('CONSOLE=off serves the API without the console', async () => {
  for (const path of ['/', '/login', '/setup', '/project/1/home', '/console/favicon.svg']) {
    const { status, bytes } = await get(path, HTML, { api: off });
    expect([status, JSON.parse(bytes.toString())]).toMatchObject([404, { code: 'not_found' }]);
  }
  expect((await off.call('GET', '/api/users/@me/')).status).toBe(200);
});
