import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from '../test-support/edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from '../test-support/edge-fixture';

describe('headers of every response of the edge for browsers', () => {
  let edge: EdgeFixture;
  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores());
  });
  afterAll(() => edge.stop());

  it.each([
    ['POST', '/e/'],
    ['POST', '/i/v1/analytics/events'],
    ['POST', '/s/'],
    ['POST', '/flags/?v=2'],
    ['OPTIONS', '/decide'],
    ['GET', '/static/array.js'],
    ['GET', `/array/${PROJECT_TOKEN}/config.js`],
    ['GET', `/array/${PROJECT_TOKEN}/config`],
    ['GET', `/api/surveys/?token=${PROJECT_TOKEN}`],
    ['GET', '/flags/definitions/stream'],
    ['GET', '/flags/definitions'],
    ['POST', '/ofrep/v1/evaluate/flags'],
    ['GET', '/nowhere'],
    ['DELETE', '/e/'],
  ])('%s %s', async (method, path) => {
    const { headers } = await fetch(edge.url + path, {
      method,
      headers: { origin: 'https://shop.example' },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      // Pages of any origin load the SDK's scripts and send with `no-cors`.
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'access-control-allow-origin': 'https://shop.example',
    });
    expect(headers.has('x-powered-by') || headers.has('server')).toBe(false);
  });

  it.each(['/_livez', '/_readyz', '/metrics'])('GET %s', async (path) => {
    const { headers } = await fetch(edge.url + path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});
