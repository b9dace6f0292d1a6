import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect as connectPlain, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate of 127.0.0.1, from an authority that nobody knows. */
export interface TestAuthority {
  readonly caFile: string;
  readonly cert: Buffer;
  readonly key: Buffer;
  remove(): Promise<void>;
}

/** Made by the `openssl` program. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-tls-'));
  const openssl = (...args: readonly string[]) => run('openssl', args, { cwd: dir });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await openssl(
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=Authority of the tests'],
    ...['-keyout', 'ca.key', '-out', 'ca.pem'],
  );
  await openssl(
    ...['req', ...newKey, '-subj', '/CN=127.0.0.1', '-keyout', 'server.key', '-out', 'server.csr'],
  );
  await writeFile(join(dir, 'server.ext'), 'subjectAltName=IP:127.0.0.1\n');
  await openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', '2'],
    ...['-CAcreateserial', '-extfile', 'server.ext', '-out', 'server.pem'],
  );
  return {
    caFile: join(dir, 'ca.pem'),
    cert: await readFile(join(dir, 'server.pem')),
    key: await readFile(join(dir, 'server.key')),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

export interface TlsProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** What a Postgres client sends before it speaks TLS, and what a server answers that does. */
const SSL_REQUEST_BYTES = 8;
const WILLING = 'S';

/**
 * Speaks TLS in front of a store that does not.
 *
 * @param startsPlain whether the client asks for TLS in Postgres's way first
 */
export async function startTlsProxy(
  storeUrl: string,
  { cert, key }: TestAuthority,
  { startsPlain = false } = {},
): Promise<TlsProxy> {
  const target = new URL(storeUrl);
  const sockets = new Set<Socket>();
  const pass = (client: Duplex): void => {
    const store = connectPlain(Number(target.port), target.hostname);
    client.on('error', () => store.destroy()).on('close', () => store.destroy());
    store.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(store).pipe(client);
  };
  const server: Server = startsPlain
    ? createServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.once('readable', () => {
          socket.read(SSL_REQUEST_BYTES);
          socket.write(WILLING);
          pass(new TLSSocket(socket, { isServer: true, cert, key }));
        });
      })
    : createTlsServer({ cert, key }, pass);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
