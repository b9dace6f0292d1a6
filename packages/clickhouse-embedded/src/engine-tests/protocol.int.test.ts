import { createClient } from '@clickhouse/client';
import { post, startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ password: 'p\u00e4ss:word/1' });
});
afterAll(() => server.dispose());

const passwordHeaders = (user: string, password: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('authentication', () => {
  const query = (headers: Record<string, string>, parameters = ''): Promise<Response> =>
    fetch(`${server.plainUrl}/?query=SELECT+1${parameters}`, { headers });

  it('the right password, by Basic or in the URL', async () => {
    const password = encodeURIComponent(server.password);
    expect((await query(passwordHeaders('default', server.password))).status).toBe(200);
    expect((await query({}, `&user=default&password=${password}`)).status).toBe(200);
    expect((await query({}, `&password=${password}`)).status).toBe(200);
  });

  it('through the client', async () => {
    const right = createClient({
      url: server.plainUrl,
      username: 'default',
      password: server.password,
    });
    expect((await right.ping({ select: true })).success).toBe(true);
    await right.close();
    const wrong = createClient({ url: server.plainUrl, password: 'wrong', log: { level: 127 } });
    await expect(wrong.query({ query: 'SELECT 1' })).rejects.toMatchObject({
      code: '516',
      type: 'AUTHENTICATION_FAILED',
    });
    expect((await wrong.ping({ select: true })).success).toBe(false);
    await wrong.close();
  });

  it.each([
    ['a wrong password', passwordHeaders('default', 'wrong'), 403, '516'],
    ['a wrong user', passwordHeaders('admin', 'p\u00e4ss:word/1'), 403, '516'],
    ['another scheme', { Authorization: 'Bearer abc' }, 403, '516'],
    ['a wrong key', { 'X-ClickHouse-User': 'default', 'X-ClickHouse-Key': 'wrong' }, 403, '516'],
    ['no password', {}, 401, '194'],
  ])('%s is rejected', async (_, headers, status, code) => {
    const response = await query(headers);
    expect([response.status, response.headers.get('x-clickhouse-exception-code')]).toEqual([
      status,
      code,
    ]);
    expect(response.headers.has('www-authenticate')).toBe(status === 401);
  });
});

describe('paths', () => {
  it('/ping, /replicas_status and / respond without a password', async () => {
    for (const path of ['/ping', '/replicas_status', '/']) {
      const response = await fetch(server.plainUrl + path);
      expect([response.status, await response.text()]).toEqual([200, 'Ok.\n']);
    }
  });

  it('any other path is 404', async () => {
    expect((await fetch(`${server.plainUrl}/nowhere`)).status).toBe(404);
  });
});

describe('headers of a response', () => {
  const headers = passwordHeaders('default', 'p\u00e4ss:word/1');
  const ask = (
    parameters: Record<string, string>,
    sql: string,
    more: Record<string, string> = {},
  ): Promise<Response> => post({ ...server, headers }, parameters, sql, more);

  it('contain the query id, the format, the time zone and a summary', async () => {
    const response = await ask({ query_id: 'my-id' }, 'SELECT 1 FORMAT JSONCompactEachRow');
    expect(response.headers.get('x-clickhouse-query-id')).toBe('my-id');
    expect(response.headers.get('x-clickhouse-format')).toBe('JSONCompactEachRow');
    expect(response.headers.get('x-clickhouse-timezone')).toBe('UTC');
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    const summary = JSON.parse(response.headers.get('x-clickhouse-summary') ?? '') as Record<
      string,
      string
    >;
    expect(summary).toMatchObject({ read_rows: '0', written_rows: '0' });
    expect(Number(summary['elapsed_ns'])).toBeGreaterThan(0);
  });

  it('contain a new query id if the request has none', async () => {
    const response = await ask({}, 'SELECT 1');
    expect(response.headers.get('x-clickhouse-query-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [{}, 'SELECT 1', 'TabSeparated', 'text/tab-separated-values'],
    [{ default_format: 'CSV' }, 'SELECT 1', 'CSV', 'text/csv'],
    [{ default_format: 'CSV' }, 'SELECT 1 FORMAT TSV', 'TabSeparated', 'text/tab-separated-values'],
    [{}, 'SELECT 1 FORMAT JSON', 'JSON', 'application/json'],
    [{}, 'SELECT 1 FORMAT Parquet', 'Parquet', 'application/octet-stream'],
  ])('%j and %s: %s', async (parameters, sql, format, contentType) => {
    const response = await ask(parameters, sql);
    expect(response.headers.get('x-clickhouse-format')).toBe(format);
    expect(response.headers.get('content-type')).toContain(contentType);
    await response.arrayBuffer();
  });

  it('name the compression that the client accepts, unless a setting disables it', async () => {
    const encoding = async (
      accept: string,
      parameters: Record<string, string> = {},
    ): Promise<string | null> => {
      const response = await ask(parameters, 'SELECT number FROM numbers(10)', {
        'Accept-Encoding': accept,
      });
      expect((await response.text()).split('\n')).toHaveLength(11);
      return response.headers.get('content-encoding');
    };
    expect(await encoding('gzip')).toBe('gzip');
    expect(await encoding('deflate, br')).toBe('br');
    expect(await encoding('zstd')).toBeNull();
    expect(await encoding('gzip', { enable_http_compression: '0' })).toBeNull();
  });
});

it('the statement may come in the URL, in the body, or in both', async () => {
  const headers = passwordHeaders('default', 'p\u00e4ss:word/1');
  const ask = async (query: string, body: string): Promise<string> =>
    (await post({ ...server, headers }, query === '' ? {} : { query }, body)).text();
  expect(await ask('SELECT 1', '')).toBe('1\n');
  expect(await ask('', 'SELECT 2')).toBe('2\n');
  expect(await ask('SELECT', '3')).toBe('3\n');
  expect(await ask('', `SELECT length('${'x'.repeat(200_000)}')`)).toBe('200000\n');
});

it('unsupported parts of the protocol are rejected with an error', async () => {
  const headers = passwordHeaders('default', 'p\u00e4ss:word/1');
  for (const parameters of [{ session_id: 'a' }, { role: 'admin' }, { compress: '1' }]) {
    const response = await post({ ...server, headers }, parameters, 'SELECT 1');
    expect(response.status).toBe(501);
    expect(await response.text()).toContain('not supported by the embedded engine');
  }
});
