import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Terminal } from './console/terminal';
import { readConfig } from './config';
import { runStandalone } from './run-standalone';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const silent: Terminal = { line: () => undefined, warn: () => undefined, error: () => undefined };

async function startError(env: Record<string, string>): Promise<string> {
  try {
    await runStandalone(readConfig({ DATA_DIR: join(folder, 'data'), PORT: '0', ...env }), silent)
      .started;
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it started');
}

/** These starts fail within a second, before an engine is started. */
describe('a start that fails', () => {
  it.each([
    [{ REDIS_URL: 'redis://:secret@127.0.0.1:1' }, /^REDIS_URL: Redis at 127\.0\.0\.1:1 cannot be/],
    [{ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, /^DATABASE_URL: Postgres at 127\.0\.0/],
    [{ CLICKHOUSE_URL: 'http://a:secret@127.0.0.1:1/x' }, /^CLICKHOUSE_URL: ClickHouse at 127\.0/],
  ])('names the variable of the store that does not respond: %j', async (env, message) => {
    const text = await startError(env);
    expect(text).toMatch(message);
    expect(text).toContain('or unset');
    expect(text).not.toContain('secret');
  });

  it('does not wait without limit for a store that accepts connections and does not respond', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(startError({ REDIS_URL: `redis://127.0.0.1:${port}` })).resolves.toContain(
      'no response within',
    );
    server.close();
  });

  it('reports that DATA_DIR is a file', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const DATA_DIR of [file, join(file, 'below')]) {
      expect(await startError({ DATA_DIR })).toMatch(/^DATA_DIR: .* is a file or lies below one/);
    }
  });
});
