import { createIsolatedStores } from '@tidemark/testing';
import { startTestApi } from '../test-support/api';

const KEYS = '/api/personal_api_keys/';

it('allows a user ten keys by default, and another one after a deletion', async () => {
  const api = await startTestApi(await createIsolatedStores(), { PERSONAL_API_KEYS_PER_USER: 10 });
  const json = { label: 'one of many', scopes: ['query:read'] };
  const made = (await api.call('GET', KEYS)).body as unknown as readonly { id: string }[];
  for (let count = made.length; count < 10; count += 1) {
    expect((await api.call('POST', KEYS, { json })).status).toBe(201);
  }
  const rejected = await api.call('POST', KEYS, { json });
  expect(rejected.status).toBe(400);
  expect(rejected.body).toEqual({
    type: 'validation_error',
    code: 'invalid_input',
    detail:
      'You can only have 10 personal API keys. Remove an existing key before creating a new one.',
    attr: null,
  });
  const keys = (await api.call('GET', KEYS)).body as unknown as readonly { id: string }[];
  await api.call('DELETE', `${KEYS}${keys[0]?.id ?? ''}/`);
  expect((await api.call('POST', KEYS, { json })).status).toBe(201);
  await api.stop();
});
