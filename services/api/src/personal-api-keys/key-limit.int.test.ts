import { loginScene, tokensOf } from '../test-support/login-scene';

const KEYS = '/api/personal_api_keys/';
const scene = loginScene();

it('a signed-in user can have ten keys; a key with all scopes can create more', async () => {
  const { email } = await scene.newUser();
  const { access } = tokensOf(await scene.logIn(email));
  const create = (key: string, scopes = ['query:read']) =>
    scene.post(KEYS, { label: 'one of many', scopes }, key);
  const program = await create(access, ['*']);
  for (let count = 1; count < 10; count += 1) expect((await create(access)).status).toBe(201);

  const rejected = await create(access);
  expect(rejected.status).toBe(400);
  expect(rejected.body).toEqual({
    type: 'validation_error',
    code: 'invalid_input',
    detail:
      'You can only have 10 personal API keys. Remove an existing key before creating a new one.',
    attr: null,
  });
  const more = await create(program.body['value']);
  expect(more.status).toBe(201);

  for (const { id } of [program.body, more.body]) {
    expect((await scene.api.call('DELETE', `${KEYS}${String(id)}/`, { key: access })).status).toBe(
      204,
    );
  }
  expect((await create(access)).status).toBe(201);
});
