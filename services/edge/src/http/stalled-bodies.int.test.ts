import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

const BODY = JSON.stringify({ api_key: PROJECT_TOKEN, event: 'slow', distinct_id: 'd' });

describe('bodies that stop arriving', () => {
  let edge: EdgeFixture;

  beforeAll(async () => {
    const { postgres, redis } = await createIsolatedStores();
    edge = await startEdgeFixture({ postgres, redis }, { HTTP_BODY_IDLE_SECONDS: 2 });
  });
  afterAll(() => edge.stop());

  const upload = (path: string): ClientRequest => {
    const headers = { 'content-length': String(BODY.length), 'content-type': 'application/json' };
    const sent = request(`${edge.url}${path}`, { method: 'POST', headers, agent: false });
    sent.on('error', () => undefined);
    return sent;
  };
  const statusOf = async (sent: ClientRequest): Promise<number | undefined> => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  it('are 408 on every route that accepts a body', async () => {
    const paths = ['/capture/', '/flags/', '/i/v1/analytics/events', '/i/v1/logs', '/s/'];
    const statuses = paths.map((path) => {
      const sent = upload(path);
      sent.write(BODY.slice(0, 10));
      return statusOf(sent);
    });
    expect(await Promise.all(statuses)).toEqual([408, 408, 408, 408, 408]);
  });

  it('are read to the end if each pause is shorter than the limit', async () => {
    const sent = upload('/capture/');
    const response = statusOf(sent);
    for (let at = 0; at < BODY.length; at += 10) {
      sent.write(BODY.slice(at, at + 10));
      await sleep(450);
    }
    sent.end();
    expect(await response).toBe(200);
    expect(await edge.drain()).toHaveLength(1);
  });
});
