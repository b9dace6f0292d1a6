import { createStoresWithoutEvents } from '@tidemark/testing';
import { startTestApi } from './test-support/api';

it.each([
  ['https', 'analytics.example', 'https://analytics.example'],
  ['javascript', 'analytics.example', 'http://analytics.example'],
  ['http, https', 'evil.example, analytics.example:8443', 'https://analytics.example:8443'],
  ['https', 'analytics.example/..', null],
])('links behind one trusted proxy: %j of %j', async (proto, host, origin) => {
  const api = await startTestApi(await createStoresWithoutEvents(), { TRUSTED_PROXY_HOPS: 1 });
  await api.newProject();
  const { body } = await api.call('GET', '/api/projects/?limit=1', {
    headers: { 'x-forwarded-host': host, 'x-forwarded-proto': proto },
  });
  const expected = origin ?? api.base.replace('http:', 'https:');
  expect(body['next']).toBe(`${expected}/api/projects/?limit=1&offset=1`);
  await api.stop();
});
