import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedClickHouse, type EmbeddedClickHouse } from '../start';
import type { EmbeddedClickHouseOptions } from '../options';

export interface TestServer extends EmbeddedClickHouse {
  dataDir: string;
  /** Without user and password, for fetch. */
  plainUrl: string;
  headers: Record<string, string>;
  /** Stops the server and removes its data. */
  dispose(): Promise<void>;
}

/** Starts a server in a temporary directory, for tests of the server itself. */
export async function startTestServer(
  options: Partial<EmbeddedClickHouseOptions> = {},
): Promise<TestServer> {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'clickhouse-embedded-'));
  const dataDir = path.join(parent, 'data');
  const server = await startEmbeddedClickHouse({ dataDir, ...options });
  return {
    ...server,
    dataDir,
    plainUrl: `http://127.0.0.1:${server.port}`,
    headers: { 'X-ClickHouse-User': 'default', 'X-ClickHouse-Key': server.password },
    dispose: async () => {
      await server.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Sends a statement with POST without the client, so that a test gets status, headers and body unchanged. */
export function post(
  server: TestServer,
  parameters: Record<string, string>,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = `${server.plainUrl}/?${new URLSearchParams(parameters).toString()}`;
  return fetch(url, {
    method: 'POST',
    headers: { ...server.headers, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
}
