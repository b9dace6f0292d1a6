import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { MeasuredServer } from '../child';

/** Open flag streams on plain sockets, which need little memory. */
export interface StreamClients {
  /**
   * Waits until each stream has received `count` events.
   *
   * @returns the time at which the last stream received it, in milliseconds of `performance.now()`
   */
  waitForEvents(count: number): Promise<number>;
  /** The number of streams that the server closed or that failed. */
  lost(): number;
  close(): void;
}

/** The number of connections that are opened at the same time. */
const AT_ONCE = 100;
/** The number of streams per source address. Closed connections occupy the ports of an address for another minute. */
const PER_ADDRESS = 2_000;
let addresses = 0;
/** The beginning of both event names, `flags` and `flag_changes`. */
const EVENT = Buffer.from('event: flag');
const TIMEOUT_MS = 120_000;

/**
 * Opens `count` streams and resolves when each has received its first event.
 *
 * @param queryOf the query string of the stream with the given index
 */
export async function openStreams(
  server: MeasuredServer,
  count: number,
  queryOf: (index: number) => string,
): Promise<StreamClients> {
  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  const events = new Uint32Array(count);
  /** Number of events → how many streams have received that many, and when the last one did. */
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
