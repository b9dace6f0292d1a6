import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy between a service and a store, with which a test can interrupt and restore the connection. */
export interface TcpProxy {
  /** The URL of the store through the proxy. */
  readonly url: string;
  /** Drops all connections and rejects new ones. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(storeUrl: string): Promise<TcpProxy> {
  const target = new URL(storeUrl);
  const sockets = new Set<Socket>();
  let up = true;
  const server = createServer((client) => {
    if (!up) {
      client.destroy();
      return;
    }
    const store = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, store],
      [store, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(storeUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.toString(),
    cut: () => {
      up = false;
      drop();
    },
    restore: () => {
      up = true;
    },
    close: () => {
      drop();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
