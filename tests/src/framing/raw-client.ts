import { connect } from 'node:net';

/** The data that a client received on one connection. */
export interface RawExchange {
  /** The statuses of the responses in order, without 1xx. */
  readonly statuses: readonly number[];
  readonly received: string;
  readonly closed: boolean;
}

/** The interval between checks of a silent connection, and the maximum number of checks. */
const SILENCE_MS = 150;
const MAX_LOOKS = 12;

/**
 * Sends bytes, one per character, and collects the responses until the server closes the connection, there are `enough`
 * responses, or the connection stays silent.
 *
 * @param isSettled whether no more responses are expected on a silent connection, given the statuses so far
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
    // A reset also closes the connection; data received before it is kept.
    socket.on('error', () => undefined);
    socket.on('close', () => finish(true));
  });
}

/** Parses the received responses. A body is delimited by Content-Length or chunks, or ends with the connection. */
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

/** The length of a body; null while it is incomplete. */
function lengthOfBody(head: string, rest: string): number | null {
  if (/^transfer-encoding: chunked/im.test(head)) {
    const end = rest.indexOf('0\r\n\r\n');
    return end === -1 ? null : end + 5;
  }
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return rest.length < length ? null : length;
}
