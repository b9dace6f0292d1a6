import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { post, startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;
let client: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer();
  client = createClient({ url: server.url, log: { level: 127 } });
  await client.command({ query: 'CREATE TABLE t (a UInt8) ENGINE = Memory' });
});
afterAll(async () => {
  await client.close();
  await server.dispose();
});

const cases: [sql: string, status: number, code: number, type: string][] = [
  ['selec 1', 400, 62, 'SYNTAX_ERROR'],
  ['SELECT * FROM nowhere', 404, 60, 'UNKNOWN_TABLE'],
  ['SELECT nothing FROM t', 404, 47, 'UNKNOWN_IDENTIFIER'],
  ['SELECT no_such_function(1)', 404, 46, 'UNKNOWN_FUNCTION'],
  ['SELECT 1 FORMAT Nonsense', 404, 73, 'UNKNOWN_FORMAT'],
  ["SELECT toUInt8('x')", 400, 6, 'CANNOT_PARSE_TEXT'],
  ['SELECT throwIf(1)', 500, 395, 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
  ['CREATE TABLE t (a UInt8) ENGINE = Memory', 500, 57, 'TABLE_ALREADY_EXISTS'],
  [
    'SELECT sleepEachRow(1) FROM numbers(10) SETTINGS max_execution_time = 1, max_block_size = 1',
    408,
    159,
    'TIMEOUT_EXCEEDED',
  ],
  [
    'SELECT number FROM numbers(1000) SETTINGS max_result_rows = 10',
    500,
    396,
    'TOO_MANY_ROWS_OR_BYTES',
  ],
  [
    'SELECT count() FROM numbers(1000000) SETTINGS max_rows_to_read = 10',
    500,
    158,
    'TOO_MANY_ROWS',
  ],
  [
    'SELECT groupArray(number) FROM numbers(10000000) SETTINGS max_memory_usage = 1000000',
    500,
    241,
    'MEMORY_LIMIT_EXCEEDED',
  ],
];

it.each(cases)('%s: %d, code %d', async (sql, status, code, type) => {
  const response = await post(server, {}, sql);
  const text = await response.text();
  expect(response.status).toBe(status);
  expect(response.headers.get('x-clickhouse-exception-code')).toBe(String(code));
  expect(text).toMatch(
    new RegExp(
      `^Code: ${code}\\. DB::Exception: .*\\(${type}\\) \\(version [\\d.]+ \\(embedded\\)\\)\n$`,
      's',
    ),
  );
  expect(text).not.toMatch(/qid:|OUTFILE|result-pipes/);
  await expect(client.exec({ query: sql })).rejects.toMatchObject({ code: String(code), type });
});

it('positions in syntax errors refer to the statement as sent', async () => {
  const response = await post(server, {}, 'SELECT 1,\n(2 FROM t');
  const sameLine = await post(server, {}, 'SELECT 1 2 3');
  expect(await response.text()).toContain('failed at position 11 (() (line 2, col 1)');
  expect(await sameLine.text()).toContain('failed at position 10 (2)');
});

it('a statement that is empty or only a comment', async () => {
  for (const sql of ['', '   ', '-- nothing', '/* nothing */', ';']) {
    const response = await post(server, {}, sql);
    expect([response.status, response.headers.get('x-clickhouse-exception-code')]).toEqual([
      400,
      '62',
    ]);
  }
});
