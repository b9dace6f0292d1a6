import {
  appendFile,
  chmod,
  chown,
  copyFile,
  mkdtemp,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, findFreePort } from '@tidemark/platform';
import { startEmbeddedPostgres } from '@tidemark/postgres';
import { closeRedis, createRedis, startEmbeddedRedis } from '@tidemark/redis';
import type { TestAuthority, TestCertificate } from './test-authority';

const PASSWORD = 'of-the-tests';
const logger = createLogger('test', 'silent');

/** A store that supports TLS itself and requires a client certificate of the authority. */
export interface TlsStore {
  /** The URL without parameters that name certificates. */
  readonly url: string;
  /** Sets the certificate for new connections. Postgres uses it only after a short time. */
  show(certificate: TestCertificate): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a `redis-server` with a `tls-port`. */
export async function startTlsRedis(authority: TestAuthority): Promise<TlsStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemark-tls-redis-'));
  const searchPath = process.env['PATH'] ?? '';
  const server = await startEmbeddedRedis({ dataDir, password: PASSWORD, logger, searchPath });
  const set = async (...settings: readonly string[]): Promise<void> => {
    const redis = createRedis(server.url, 'consumer');
    await redis.call('CONFIG', 'SET', ...settings);
    await closeRedis(redis);
  };
  const files = ({ certFile, keyFile }: TestCertificate): string[] => [
    ...['tls-cert-file', certFile],
    ...['tls-key-file', keyFile],
  ];
  const port = String(await findFreePort());
  await set(
    ...[...files(authority), 'tls-ca-cert-file', authority.caFile],
    ...['tls-auth-clients', 'yes', 'tls-port', port],
  );
  return {
    url: `rediss://:${PASSWORD}@127.0.0.1:${port}`,
    show: (certificate) => set(...files(certificate)),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a Postgres server that accepts only TLS connections. */
export async function startTlsPostgres(authority: TestAuthority): Promise<TlsStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemark-tls-postgres-'));
  const server = await startEmbeddedPostgres({ dataDir, password: PASSWORD, logger });
  const data = join(dataDir, 'postgres', 'data');
  const { uid, gid } = await stat(data);
  /** Postgres reads its key only from a file that it owns and that no other user can read. */
  const give = async (file: string, name: string): Promise<void> => {
    const target = join(data, name);
    await copyFile(file, target);
    await chmod(target, 0o600);
    await chown(target, uid, gid);
  };
  const show = async ({ certFile, keyFile }: TestCertificate): Promise<void> => {
    await give(certFile, 'server.crt');
    await give(keyFile, 'server.key');
    const [pid = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGHUP');
  };
  await give(authority.caFile, 'clients.crt');
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    // The names of the certificate and key files are the defaults of Postgres.
    "ssl = on\nssl_ca_file = 'clients.crt'\n",
  );
  await writeFile(
    join(data, 'pg_hba.conf'),
    'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n',
  );
  await show(authority);
  return {
    url: `${server.url}?sslmode=verify-full`,
    show,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
