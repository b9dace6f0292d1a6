import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { REPOSITORY, startStandalone } from '../test-support/standalone';

interface Stream {
  /** All text received so far. */
  heard(): string;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
}

/** The tags of the definitions that a stream has announced, oldest first. */
function tags(stream: Stream): string[] {
  return Array.from(stream.heard().matchAll(/^data: (.*)$/gm), ([, data]) => {
    return (JSON.parse(data!) as { etag: string }).etag;
  });
}

describe('streams of definition changes', () => {
  let product: Standalone;
  let api: ApiClient;
  let second: ChildProcess;
  let secondUrl: string;
  let flagId: number;

  const headers = () => ({ authorization: `Bearer ${product.personalApiKey}` });
  const open = async (url: string, more: Record<string, string> = {}): Promise<Stream> => {
    const response = await fetch(`${url}/flags/definitions/stream?token=${product.projectApiKey}`, {
      headers: { ...headers(), ...more },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    let text = '';
    const read = async (): Promise<void> => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) text += decoder.decode(chunk as Uint8Array);
    };
    return { heard: () => text, ended: read() };
  };
  const currentTag = async (url: string) => {
    const result = await fetch(`${url}/flags/definitions?token=${product.projectApiKey}`, {
      headers: headers(),
    });
    return result.headers.get('etag');
  };

  beforeAll(async () => {
    const { postgres, redis } = await createIsolatedStores();
    const stores = { DATABASE_URL: postgres, REDIS_URL: redis };
    product = await startStandalone({ env: stores });
    api = createApiClient(product.url, product.personalApiKey);
    const made = await api.post('/api/projects/1/feature_flags/', { key: 'beta' });
    flagId = (made.body as { id: number }).id;
    second = fork(join(REPOSITORY, 'programs/services/edge/dist/main.js'), {
      env: { ...process.env, ...stores, PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'error' },
    });
    const [message] = (await once(second, 'message')) as [{ port: number }];
    secondUrl = `http://127.0.0.1:${message.port}`;
  });
  afterAll(async () => {
    if (second.exitCode === null) second.kill('SIGKILL');
    await product.stop();
  });

  it('reach clients of every edge after a change', async () => {
    const streams = [await open(product.url), await open(secondUrl)];
    await waitUntil(() => expect(streams.map((one) => tags(one).length)).toEqual([1, 1]));
    const before = await currentTag(product.url);
    expect(streams.map((one) => tags(one)[0])).toEqual([before, before]);

    await api.patch(`/api/projects/1/feature_flags/${flagId}/`, { name: 'changed' });
    await waitUntil(() => expect(streams.map((one) => tags(one).length)).toEqual([2, 2]));
    const after = await currentTag(secondUrl);
    expect(after).not.toBe(before);
    expect(streams.map((one) => tags(one)[1])).toEqual([after, after]);
  });

  it('do not repeat the latest definitions when a client reconnects', async () => {
    const tag = /"(.*)"/.exec((await currentTag(product.url))!)![1]!;
    const stream = await open(product.url, { 'last-event-id': tag });
    await api.patch(`/api/projects/1/feature_flags/${flagId}/`, { name: 'again' });
    await waitUntil(() => expect(tags(stream)).toHaveLength(1));
    expect(tags(stream)[0]).not.toContain(tag);
  });

  it('require a credential that may read the definitions', async () => {
    const path = `${product.url}/flags/definitions/stream?token=${product.projectApiKey}`;
    const responses = [
      await fetch(path),
      await fetch(path, { headers: { authorization: 'Bearer phx_unknown' } }),
      await fetch(path, { method: 'POST', headers: headers() }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 405]);
  });

  it('end when their process gets SIGTERM, and do not delay its exit', async () => {
    const stream = await open(secondUrl);
    await waitUntil(() => expect(tags(stream)).toHaveLength(1));
    const gone = once(second, 'exit');
    second.kill('SIGTERM');
    await stream.ended;
    expect(await gone).toEqual([0, null]);
  });
});
