import { execFileSync } from 'node:child_process';
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tidemark/platform';
import type { EmbeddedPostgres } from '@tidemark/postgres';
import { startEmbeddedPostgres } from '@tidemark/postgres';

const PASSWORD = 'of-the-tests';

/** A primary server, and a standby that copies it by streaming replication. */
export interface PostgresPair {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  stopStandby(): Promise<void>;
  /** Starts the standby again on the same port, with the same data. */
  startStandby(): Promise<void>;
  close(): Promise<void>;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const logger = createLogger('test', 'silent');
  const root = await mkdtemp(join(tmpdir(), 'tidemark-pair-'));
  const [primaryDir, standbyDir] = [join(root, 'primary'), join(root, 'standby')];
  const start = (dataDir: string, port = 0): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, port, password: PASSWORD, logger });

  const first = await start(primaryDir);
  await first.stop();
  // The server is stopped, so a copy of its files is a valid base backup.
  execFileSync('cp', ['-a', primaryDir, standbyDir]);
  const data = join(standbyDir, 'postgres', 'data');
  const address = `host=127.0.0.1 port=${first.port} user=tidemark password=${PASSWORD}`;
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${address}'\n`);
  const signal = join(data, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(data);
  await chown(signal, uid, gid);

  const primary = await start(primaryDir, first.port);
  let standby = await start(standbyDir);
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    async stopStandby() {
      await standby.stop();
    },
    async startStandby() {
      standby = await start(standbyDir, standby.port);
    },
    async close() {
      await standby.stop();
      await primary.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
