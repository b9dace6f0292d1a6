import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

export interface BreakableProxy {
  /** The URL of the store, with the host and the port of the proxy. */
  readonly url: string;
  /** Closes every connection and rejects new ones, until `mend` is called. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Starts a TCP proxy in front of a store, so that a test can make the store unavailable and available again. */
export async function createBreakableProxy(storeUrl: string): Promise<BreakableProxy> {
  const target = new URL(storeUrl);
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let port = 0;

  const mend = async (): Promise<void> => {
    server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from);
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
        // Errors of a connection that the proxy cut are expected; the event `close` does the clean-up.
        from.on('error', () => to.destroy());
        from.pipe(to);
      }
    });
    port = await listenOn(server, port);
  };
  await mend();
  const url = new URL(storeUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.toString(),
    cut: async () => {
      const closing = server;
      server = null;
      if (closing === null) return;
      const closed = new Promise<void>((resolve) => closing.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend,
  };
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
