import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in the shape of Mixpanel's raw export (`GET /api/2.0/export`), as its documentation shows it. */
export interface MixpanelServer {
  readonly url: string;
  /** The days that were asked for, in order, with the status of the response. */
  readonly asked: readonly (readonly [day: string, status: number])[];
  close(): Promise<void>;
}

const CREDENTIAL = `Basic ${Buffer.from('service.account:a secret').toString('base64')}`;

/**
 * Its first response is a 429.
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
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://mixpanel');
    const day = searchParams.get('from_date') ?? '';
    const answer = (status: number, text: string): void => {
      asked.push([day, status]);
      response.writeHead(status, {
        'content-type': 'text/plain',
        ...(status === 429 && { 'retry-after': '1' }),
      });
      response.end(text);
    };
    if (request.headers.authorization !== CREDENTIAL) return answer(401, 'Unauthorized');
    if (pathname !== '/api/2.0/export' || searchParams.get('to_date') !== day) {
      return answer(404, 'Not found');
    }
    if (searchParams.get('project_id') !== '77') return answer(403, 'No such project');
    if (asked.length === 0) return answer(429, 'Query rate limit exceeded');
    const lines = days.get(day) ?? [];
    const text = lines.map((line) => `${line}\n`).join('');
    if (day !== breaksOff || hasBrokenOff) return answer(200, text);
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
