import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that implements Mixpanel's raw export (`GET /api/2.0/export`) as documented. */
export interface MixpanelServer {
  readonly url: string;
  /** The requested days in order, with the status of each response. */
  readonly asked: readonly (readonly [day: string, status: number])[];
  close(): Promise<void>;
}

const CREDENTIAL = `Basic ${Buffer.from('service.account:a secret').toString('base64')}`;

/**
 * The first response is a 429.
 *
 * @param days events by day, as lines
 * @param breaksOff the day whose first response ends in the middle
 */
export async function startMixpanelServer(
  days: ReadonlyMap<string, readonly string[]>,
  breaksOff: string,
): Promise<MixpanelServer> {
  const asked: [string, number][] = [];
  let hasBrokenOff = false;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://mixpanel');
    const day = searchParams.get('from_date') ?? '';
    const respond = (status: number, text: string): void => {
      asked.push([day, status]);
      response.writeHead(status, {
        'content-type': 'text/plain',
        ...(status === 429 && { 'retry-after': '1' }),
      });
      response.end(text);
    };
    const problem = problemOf(request);
    const lines = days.get(day) ?? [];
    const text = lines.map((line) => `${line}\n`).join('');
    if (problem !== null) {
      respond(problem, 'Not as documented');
      return;
    }
    if (asked.length === 0) {
      respond(429, 'Query rate limit exceeded');
      return;
    }
    if (day !== breaksOff || hasBrokenOff) {
      respond(200, text);
      return;
    }
    hasBrokenOff = true;
    asked.push([day, 200]);
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The status of the error for a request that does not follow the documentation; null for a correct one. */
function problemOf({ headers, url = '' }: IncomingMessage): number | null {
  if (headers.authorization !== CREDENTIAL) return 401;
  const { pathname, searchParams } = new URL(url, 'http://mixpanel');
  if (pathname !== '/api/2.0/export') return 404;
  if (searchParams.get('to_date') !== searchParams.get('from_date')) return 400;
  return searchParams.get('project_id') === '77' ? null : 403;
}
