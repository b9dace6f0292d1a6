import { connect } from 'node:net';

const TIMEOUT_MS = 1_000;

/**
 * Sends one `PING` to a local Redis. Returns `PONG`, another response (LOADING while it reads its file), or the
 * reason why there was no response.
 *
 * Uses a plain socket, because a client library would keep reconnecting, while the caller has its own loop.
 */
export function ping(port: number, password: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    const finish = (response: string): void => {
      socket.destroy();
      resolve(response);
    };
    socket.setTimeout(TIMEOUT_MS, () => finish('no response'));
    socket.once('error', (error) => finish(error.message));
    socket.once('close', () => finish(received.trim() || 'connection closed'));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      const lines = received.split('\r\n');
      if (lines.length > 2) finish((lines[1] ?? '').replace(/^[+-]/, ''));
    });
    socket.write(command('AUTH', password) + command('PING'));
  });
}

/** One command in the Redis protocol. */
function command(...words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}
