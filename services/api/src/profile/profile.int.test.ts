import { hashPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createLoginRepository } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi, WireBody } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const PASSWORD = 'a long enough password';
const NEXT = 'another long password';
const ME = '/api/users/@me/';
const SESSIONS = `${ME}sessions/`;
let api: TestApi;
let database: Database;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  api = await startTestApi(urls, { TRUSTED_PROXY_HOPS: 1 });
  database = createDatabase(urls.postgres, {
    poolSize: 1,
    logger: createLogger('test', 'silent'),
  });
});
afterAll(() => Promise.all([api.stop(), database.close()]));
beforeEach(async () => {
  const hash = await hashPassword(PASSWORD);
  await createLoginRepository(database).setPassword(
    { projectId: 1, userId: null },
    1,
    hash,
    new Date(),
  );
});

let clients = 0;
async function signIn(password = PASSWORD, userAgent = 'Browser/1'): Promise<string> {
  const { body } = await api.call('POST', '/api/login/', {
    key: null,
    json: { email: 'admin@localhost', password },
    headers: { 'x-forwarded-for': `198.51.100.${(clients += 1)}`, 'user-agent': userAgent },
  });
  return String(body['access_token']);
}
const change = (json: object, key: string) => api.call('PATCH', ME, { json, key });
const isOpen = async (key: string): Promise<boolean> =>
  (await api.call('GET', ME, { key })).status === 200;
const sessionsOf = async (key: string): Promise<readonly WireBody[]> => {
  const { body } = await api.call('GET', SESSIONS, { key });
  return body as unknown as readonly WireBody[];
};

it('changes the own name without a password, and the address only with it', async () => {
  const token = await signIn();
  const named = await change({ first_name: 'Ada', last_name: 'L' }, token);
  expect(named.body).toMatchObject({ first_name: 'Ada', last_name: 'L' });
  const without = await change({ email: 'ada@example.com' }, token);
  expect([without.status, without.body['attr']]).toEqual([400, 'current_password']);
  const moved = await change({ email: 'ada@example.com', current_password: PASSWORD }, token);
  expect(moved.body['email']).toBe('ada@example.com');
  expect((await api.call('GET', ME, { key: token })).body['email']).toBe('ada@example.com');
  await change({ email: 'admin@localhost', current_password: PASSWORD }, token);
  const { body } = await api.call('GET', '/api/projects/1/activity_log/?scope=User&limit=1');
  expect(body.results[0]).toMatchObject({
    detail: { changes: [{ field: 'email', after: 'admin@localhost' }] },
  });
});

it('changes the password with the one before, and ends the other sessions', async () => {
  const [token, other] = [await signIn(), await signIn()];
  const wrong = await change({ password: NEXT, current_password: 'not this one' }, token);
  expect([wrong.status, wrong.body['code']]).toEqual([400, 'incorrect_password']);
  expect((await change({ password: 'short', current_password: PASSWORD }, token)).status).toBe(400);
  expect((await change({ password: NEXT, current_password: PASSWORD }, token)).status).toBe(200);
  expect([await isOpen(token), await isOpen(other)]).toEqual([true, false]);
  expect(await isOpen(await signIn(NEXT))).toBe(true);
});

it('lists sessions, ends one, and ends all others', async () => {
  await database.db.deleteFrom('login_sessions').execute();
  const first = await signIn(PASSWORD, 'First/1');
  const second = await signIn(PASSWORD, 'Second/1');
  const third = await signIn(PASSWORD, 'Third/1');
  await waitUntil(async () => {
    const known = (await sessionsOf(first)).find((session) => session['is_current'] === true);
    expect(known).toMatchObject({
      user_agent: 'First/1',
      address: expect.stringMatching(/^198\.51\.100\./) as string,
      last_seen_at: expect.any(String) as string,
    });
  });
  const listed = await sessionsOf(first);
  expect(listed).toHaveLength(3);
  const other = listed.find((session) => session['user_agent'] === 'Second/1');
  const path = `${SESSIONS}${String(other?.id)}/`;
  expect((await api.call('DELETE', path, { key: first })).status).toBe(204);
  expect((await api.call('DELETE', path, { key: first })).status).toBe(404);
  expect([await isOpen(second), await isOpen(third)]).toEqual([false, true]);
  const ended = await api.call('POST', `${SESSIONS}end_others/`, { key: first, json: {} });
  expect(ended.body).toEqual({ ended: 1 });
  expect([await isOpen(first), await isOpen(third)]).toEqual([true, false]);
  const { body } = await api.call('GET', '/api/projects/1/activity_log/?scope=User&limit=1');
  expect(body.results[0]).toMatchObject({ activity: 'ended_sessions' });
});

// This must be the last test, because the counter of attempts is not reset.
it('a key changes no password, and guesses are limited', async () => {
  const json = { password: NEXT, current_password: PASSWORD };
  expect((await change(json, api.masterKey)).status).toBe(403);
  const narrow = await api.keyWith(['query:read']);
  expect((await change({ first_name: 'x' }, narrow)).status).toBe(403);
  const token = await signIn();
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    statuses.push((await change({ password: NEXT, current_password: `${n}` }, token)).status);
  }
  expect(statuses[0]).toBe(400);
  expect(statuses.at(-1)).toBe(429);
});
