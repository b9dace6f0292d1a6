import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { startTestServer, type TestServer } from './test-server';

export const INSERT_JSON = { query: 'INSERT INTO t FORMAT JSONEachRow' };

/**
 * Registers a server with an empty table for each test of a file.
 * @returns functions that use it
 */
export function insertScene() {
  let server: TestServer;
  let client: ClickHouseClient;

  beforeAll(async () => {
    server = await startTestServer();
    client = createClient({ url: server.url, log: { level: 127 } });
  });
  afterAll(async () => {
    await client.close();
    await server.dispose();
  });
  beforeEach(async () => {
    await client.command({ query: 'DROP TABLE IF EXISTS t' });
    await client.command({
      query: 'CREATE TABLE t (a UInt64, s String) ENGINE = MergeTree ORDER BY a',
    });
  });

  async function rows(): Promise<unknown[]> {
    const result = await client.query({
      query: 'SELECT a, s FROM t ORDER BY a',
      format: 'JSONEachRow',
    });
    return result.json();
  }

  return {
    get server() {
      return server;
    },
    get client() {
      return client;
    },
    rows,
  };
}
