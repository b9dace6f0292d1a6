import { startTestServer, type TestServer } from './test-server';

export const INSERT_JSON = { query: 'INSERT INTO t FORMAT JSONEachRow' };

/** The methods of a ClickHouse client that the scene uses. */
interface TableClient {
  command(statement: { query: string }): Promise<unknown>;
  query(statement: {
    query: string;
    format: 'JSONEachRow';
  }): Promise<{ json(): Promise<unknown[]> }>;
  close(): Promise<void>;
}

/**
 * Registers a server with an empty table for each test of a file.
 * @param connect opens the client of the test file
 * @returns functions that use the server
 */
export function insertScene<Client extends TableClient>(connect: (url: string) => Client) {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer();
    client = connect(server.url);
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
