import { connect } from 'node:net';

/** What a client received on one connection. */
export interface RawExchange {
  /** Statuses of the responses, in order, 1xx left out. */
  readonly statuses: readonly number[];
  readonly received: string;
  readonly closed: boolean;
}

/** How often a silent client looks whether it is still owed something, and how often at most. */
const SILENCE_MS = 150;
const MAX_LOOKS = 12;

/**
 * Sends bytes, one per character, and gathers what comes until the server closes the connection, `enough`
 * responses have come, or nothing comes any more.
 *
 * @param isSettled whether a silent connection owes the client nothing, given the statuses so far
 */
export function exchangeBytes(
  port: number,
  bytes: string,
  enough: number,
  isSettled: (statuses: readonly number[]) => boolean = () => false,
): Promise<RawExchange> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    const finish = (closed: boolean): void => {
      clearInterval(timer);
      socket.removeAllListeners('close').destroy();
      resolve({ ...readResponses(received), received, closed });
    };
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      const { statuses } = readResponses(received);
      if (looks > MAX_LOOKS || (statuses.length > 0 && isSettled(statuses))) finish(false);
    }, SILENCE_MS);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      looks = 0;
      timer.refresh();
      if (readResponses(received).complete >= enough) finish(false);
    });
    // A reset is a way of closing; what came before it counts.
    socket.on('error', () => undefined);
    socket.on('close', () => finish(true));
  });
}

/** The responses in what was received; bodies are those of a Content-Length or of chunks, or go on to the end. */
function readResponses(received: string): { statuses: number[]; complete: number } {
  const statuses: number[] = [];
  let complete = 0;
  let rest = received;
  for (;;) {
    const [head] = /^HTTP\/1\.[01] \d{3}[^]*?\r\n\r\n/.exec(rest) ?? [];
    if (head === undefined) return { statuses, complete };
    const status = Number(head.slice(9, 12));
    if (status >= 200) statuses.push(status);
    const bodyLength = lengthOfBody(head, rest.slice(head.length));
    if (bodyLength === null) return { statuses, complete };
    if (status >= 200) complete += 1;
    rest = rest.slice(head.length + bodyLength);
  }
}

/** Null while the body is not complete. */
function lengthOfBody(head: string, rest: string): number | null {
  if (/^transfer-encoding: chunked/im.test(head)) {
    const end = rest.indexOf('0\r\n\r\n');
    return end === -1 ? null : end + 5;
  }
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return rest.length < length ? null : length;
}
