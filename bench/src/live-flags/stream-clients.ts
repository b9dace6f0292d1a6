import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { MeasuredServer } from '../child';

/** Open streams of flags on plain sockets, which need little memory. */
export interface StreamClients {
  /** Waits until each has had `count` events. @returns when the last of them had, monotonic ms */
  waitForEvents(count: number): Promise<number>;
  /** Those that the server ended, or that broke. */
  lost(): number;
  close(): void;
}

/** Connections that are opened at once. */
const AT_ONCE = 100;
/** Streams of one source address: those closed before still hold its ports for a minute. */
const PER_ADDRESS = 2_000;
let addresses = 0;
/** Of `flags` and of `flag_changes`. */
const EVENT = Buffer.from('event: flag');
const TIMEOUT_MS = 120_000;

/** @param queryOf the query of the stream with this number */
export async function openStreams(
  server: MeasuredServer,
  count: number,
  queryOf: (index: number) => string,
): Promise<StreamClients> {
  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  const events = new Uint32Array(count);
  /** How many streams have had so many events, and when the last one had. */
  const reached = new Map<number, { streams: number; at: number }>();
  let lost = 0;
  const first = addresses;
  addresses += Math.ceil(count / PER_ADDRESS);

  const onEvent = (index: number): void => {
    const had = (events[index] ?? 0) + 1;
    events[index] = had;
    const known = reached.get(had) ?? { streams: 0, at: 0 };
    reached.set(had, { streams: known.streams + 1, at: performance.now() });
  };
  const open = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const address = first + Math.floor(index / PER_ADDRESS);
      const localAddress = `127.1.${address >> 6}.${1 + (address & 63)}`;
      const socket = connect({ host: hostname, port: Number(port), localAddress });
      sockets.push(socket);
      socket.write(
        `GET /flags/stream?${queryOf(index)} HTTP/1.1\r\nHost: flags.example\r\n` +
          'Origin: https://shop.example\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip, br\r\n' +
          'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36\r\n' +
          'Referer: https://shop.example/\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: cross-site\r\n\r\n',
      );
      socket.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(EVENT); at !== -1; at = chunk.indexOf(EVENT, at + 1)) {
          onEvent(index);
          resolve();
        }
      });
      socket.on('error', reject);
      socket.on('close', () => {
        lost++;
        reject(new Error(`stream ${index} was closed`));
      });
    });

  for (let index = 0; index < count; index += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, count - index) }, (_, at) => index + at);
    await Promise.all(group.map(open));
  }
  return {
    waitForEvents: async (wanted) => {
      const deadline = performance.now() + TIMEOUT_MS;
      for (;;) {
        const { streams, at } = reached.get(wanted) ?? { streams: 0, at: 0 };
        if (streams === count) return at;
        if (performance.now() > deadline) {
          throw new Error(`only ${streams} of ${count} streams had event ${wanted}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    lost: () => lost,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
