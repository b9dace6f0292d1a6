import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from './edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from './edge-fixture';

export const event = (name = 'a', more: object = {}): Record<string, unknown> => ({
  api_key: PROJECT_TOKEN,
  event: name,
  distinct_id: 'u1',
  ...more,
});

/** Registers an edge for a test file. @returns functions that send it events */
export function captureScene() {
  let edge: EdgeFixture;

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores());
    await waitUntil(async () => {
      expect((await fetch(`${edge.url}/_readyz`)).status).toBe(200);
    });
  });
  afterAll(() => edge.stop());
  afterEach(() => edge.drain());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(edge.url + path, {
      method: 'POST',
      body: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });

  const names = async (): Promise<string[]> => (await edge.drain()).map((entry) => entry.event);

  return {
    get edge() {
      return edge;
    },
    post,
    names,
  };
}
