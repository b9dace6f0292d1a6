import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Data that passed a proxy in one direction. */
export interface Passed {
  readonly at: number;
  readonly store: string;
  readonly direction: 'sent' | 'received';
  /** The printable characters of the data. */
  readonly text: string;
}

interface RecordingProxy {
  /** The URL of the store, with the host and the port of the proxy. */
  readonly url: string;
  stop(): void;
}

const TEXT_BYTES = 4_000;

/** Starts a proxy in front of a store, which calls `note` with the data of each direction. */
export async function startRecordingProxy(
  store: string,
  target: string,
  note: (passed: Passed) => void,
): Promise<RecordingProxy> {
  const { hostname: host, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: Number(port), host, noDelay: true });
    const pass = (from: Socket, to: Socket, direction: Passed['direction']): void => {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        note({ at: performance.now(), store, direction, text: printable(chunk) });
        to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    pass(client, upstream, 'sent');
    pass(upstream, client, 'received');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function printable(chunk: Buffer): string {
  return chunk
    .subarray(0, TEXT_BYTES)
    .toString('latin1')
    .replaceAll(/[^ -~]+/g, ' ');
}
