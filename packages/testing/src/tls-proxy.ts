import { connect as connectPlain, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { TestCertificate } from './test-authority';

export interface TlsProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** The length of a Postgres client's SSLRequest, and the response of a server that supports TLS. */
const SSL_REQUEST_BYTES = 8;
const WILLING = 'S';

/**
 * Starts a proxy that accepts TLS connections for a store without TLS.
 *
 * @param startsPlain whether clients first ask for TLS without encryption, as Postgres clients do
 */
export async function startTlsProxy(
  storeUrl: string,
  { cert, key }: TestCertificate,
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
