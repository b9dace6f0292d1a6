import { request as httpRequest } from 'node:http';
import type { Agent, IncomingHttpHeaders } from 'node:http';
import { newEventUuid } from '@tidemark/domain';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from './edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from './edge-fixture';

export const PATH = '/i/v1/analytics/events';
export const REQUEST_ID = '0190a8c0-0000-7000-8000-0000000000ff';

export const event = (more: object = {}) => ({
  event: 'a',
  uuid: newEventUuid(Date.now()),
  distinct_id: 'u1',
  timestamp: new Date().toISOString(),
  ...more,
});
export const batch = (...events: object[]): string =>
  JSON.stringify({ created_at: new Date().toISOString(), batch: events });

export type Headers = Record<string, string | undefined>;

export const headersWith = (more: Headers): Record<string, string> => {
  const headers: Headers = {
    authorization: `Bearer ${PROJECT_TOKEN}`,
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'test/1',
    'posthog-sdk-info': 'posthog-node/5.1.0',
    'posthog-attempt': '1',
    'posthog-request-id': REQUEST_ID,
    'posthog-request-timestamp': new Date().toISOString(),
    ...more,
  };
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
};

interface V1Response {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly localPort: number | undefined;
}

/** Sends a request with node:http, because fetch adds headers. */
export function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | Buffer,
  agent?: Agent,
): Promise<V1Response> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, ...(agent && { agent }) }, (response) => {
      const { statusCode: status, socket } = response;
      const { localPort } = socket;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
          localPort,
        }),
      );
    });
    request.on('error', reject).end(body);
  });
}

/** Registers an edge for a test file. @returns functions that send it batches */
export function captureV1Scene() {
  let edge: EdgeFixture;

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores());
    await waitUntil(async () => {
      expect((await fetch(`${edge.url}/_readyz`)).status).toBe(200);
    });
  });
  afterAll(() => edge.stop());
  afterEach(() => edge.drain());

  const post = (body: string | Buffer, headers: Headers = {}, path = PATH): Promise<V1Response> =>
    send(edge.url + path, 'POST', headersWith(headers), body);

  return {
    get edge() {
      return edge;
    },
    post,
  };
}
