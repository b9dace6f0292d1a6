import { existsSync } from 'node:fs';
import { post, startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await post(server, {}, 'CREATE TABLE t (a UInt8, s String) ENGINE = Memory');
});
afterAll(() => server.dispose());

async function codeOf(
  sql: string,
  parameters: Record<string, string> = {},
): Promise<number | string> {
  const response = await post(server, parameters, sql);
  const text = await response.text();
  return Number(response.headers.get('x-clickhouse-exception-code')) || text;
}

describe('a second statement', () => {
  it.each([
    'SELECT 1; SELECT 2',
    'SELECT 1;;DROP TABLE t',
    'SELECT 1 /* ; */ ; /* */ DROP TABLE t',
    'SELECT 1 -- \n; DROP TABLE t',
    "SELECT 'a\\'; DROP TABLE t --'; DROP TABLE t",
    'SELECT 1 FORMAT JSON; DROP TABLE t',
    'CREATE TABLE u (a UInt8) ENGINE = Memory; DROP TABLE t',
    "SELECT x'\\'; DROP TABLE t --'",
    'SELECT $a$ ; $a$; DROP TABLE t',
    'SELECT 1 PARALLEL WITH SELECT 2',
  ])('is rejected: %s', async (sql) => {
    expect(await codeOf(sql)).toBe(62);
    expect(await codeOf('EXISTS TABLE t')).toBe('1\n');
  });

  it.each([
    ["SELECT 'a;b'", 'a;b\n'],
    ['SELECT 1 -- ; DROP TABLE t', '1\n'],
    ['SELECT 1 /* ; /* ; */ ; */', '1\n'],
    ['SELECT 1 # ; DROP TABLE t', '1\n'],
    ['SELECT 1 AS `a;b`', '1\n'],
    ['SELECT $tag$;$tag$', ';\n'],
    ['SELECT \u2018;\u2019', ';\n'],
    ['SELECT 1;', '1\n'],
    ['SELECT 1 ;; -- done', '1\n'],
  ])('a semicolon elsewhere is fine: %s', async (sql, expected) => {
    expect(await codeOf(sql)).toBe(expected);
  });
});

describe('files of the machine', () => {
  const target = '/tmp/clickhouse-embedded-must-not-exist';
  it.each([
    [`SELECT 1 INTO OUTFILE '${target}'`, 358],
    [`SELECT 1 into /* */ outfile '${target}' FORMAT CSV`, 358],
    [`SHOW TABLES INTO OUTFILE '${target}'`, 358],
    [`INSERT INTO t FROM INFILE '/etc/passwd' FORMAT LineAsString`, 78],
    [`INSERT INTO t (s) from -- x\n infile '/etc/passwd' FORMAT LineAsString`, 78],
    [`SELECT file('/etc/passwd')`, 291],
    [`SELECT * FROM file('/etc/passwd', 'LineAsString')`, 291],
    [`SELECT * FROM \`file\`('/etc/passwd', 'LineAsString')`, 291],
    [`INSERT INTO FUNCTION file('${target}', 'CSV', 'a UInt8') VALUES (1)`, 291],
    [`CREATE TABLE f (a UInt8) ENGINE = File(CSV, '${target}')`, 291],
    [`SELECT * FROM executable('id', 'TSV', 's String')`, 291],
    ['SELECT * FROM `/etc/passwd`', 60],
    ["SELECT * FROM '/etc/passwd'", 60],
    ['SELECT * FROM default.`/etc/passwd`', 60],
    ['SYSTEM SHUTDOWN', 48],
  ])('%s is rejected', async (sql, code) => {
    expect(await codeOf(sql)).toBe(code);
    expect(await codeOf(sql, { readonly: '1' })).toBe(code);
    expect(existsSync(target)).toBe(false);
  });

  it('strings and aliases with these words are accepted', async () => {
    expect(await codeOf("SELECT 'INTO OUTFILE' AS file")).toBe('INTO OUTFILE\n');
    expect(await codeOf('SELECT 1 AS outfile, 2 AS infile')).toBe('1\t2\n');
  });
});

it('unclosed text is a syntax error and does not reach the text that the server adds', async () => {
  for (const sql of [
    "SELECT 'abc",
    'SELECT `abc',
    'SELECT "abc',
    'SELECT 1 /* abc',
    'SELECT \u2018abc',
  ]) {
    expect(await codeOf(sql)).toBe(62);
  }
});
