import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createLogger } from '@tidemark/platform';
import { createIsolatedDatabaseUrl, waitUntil } from '@tidemark/testing';
import { sql } from 'kysely';
import { createDatabase } from './database';

describe('a connection lost in the middle of a statement', () => {
  it('only fails the statement, and is replaced', async () => {
    const target = new URL(await createIsolatedDatabaseUrl());
    const sockets = new Set<Socket>();
    const proxy = createServer((client) => {
      const store = connect(Number(target.port), target.hostname);
      for (const socket of [client, store]) sockets.add(socket.on('error', () => undefined));
      client.pipe(store).pipe(client);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String((proxy.address() as AddressInfo).port);
    const database = createDatabase(url.toString(), {
      poolSize: 1,
      logger: createLogger('postgres-test', 'silent'),
    });
    try {
      await database.check();
      // Without a listener, the error event of the connection would end this process.
      const statement = sql`SELECT pg_sleep(30)`.execute(database.db);
      setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, 50);
      await expect(statement).rejects.toThrow('Connection terminated unexpectedly');
      await waitUntil(() => database.check());
    } finally {
      await database.close();
      await new Promise((resolve) => proxy.close(resolve));
    }
  });
});

it('cancels a statement that exceeds its timeout, and stays usable', async () => {
  const database = createDatabase(await createIsolatedDatabaseUrl(), {
    poolSize: 1,
    logger: createLogger('postgres-test', 'silent'),
    statementTimeoutMs: 50,
  });
  try {
    await expect(sql`SELECT pg_sleep(30)`.execute(database.db)).rejects.toMatchObject({
      code: '57014',
    });
    await database.check();
  } finally {
    await database.close();
  }
});
