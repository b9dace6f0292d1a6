import { hashPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createLoginRepository } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi, TestResponse } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { maskedEmail } from './signup-routes';

const PASSWORD = 'a long enough password';
const MEMBERS = '/api/organizations/@current/members/';
const INVITES = '/api/organizations/@current/invites/';
let api: TestApi;
let database: Database;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  api = await startTestApi(urls, { TRUSTED_PROXY_HOPS: 1 });
  database = createDatabase(urls.postgres, {
    poolSize: 2,
    logger: createLogger('test', 'silent'),
  });
  const owner = { projectId: 1, userId: null };
  const hash = await hashPassword(PASSWORD);
  await createLoginRepository(database).setPassword(owner, 1, hash, new Date());
});
afterAll(() => Promise.all([api.stop(), database.close()]));

let clients = 0;
/** Each request has another network address, so that no limit by address applies. */
const fresh = (): Readonly<Record<string, string>> => ({
  'x-forwarded-for': `198.51.100.${(clients += 1) % 256}`,
});
const post = (path: string, json: object, key: string | null = api.masterKey) =>
  api.call('POST', path, { json, key, headers: fresh() });
const patch = (path: string, json: object, key: string) => api.call('PATCH', path, { json, key });

interface Invited {
  readonly id: string;
  readonly token: string;
}
async function invite(email: string, level = 1, key = api.masterKey): Promise<Invited> {
  const { status, body } = await post(INVITES, { target_email: email, level }, key);
  expect([status, body.detail]).toEqual([201, undefined]);
  const [, id = '', token = ''] =
    /^http:\/\/127\.0\.0\.1:\d+\/signup\/([\w-]+)#token=(tmi_[\w-]{43})$/.exec(
      String(body['link']),
    ) ?? [];
  expect(id).toBe(body.id);
  return { id, token };
}
const accept = ({ id, token }: Invited, json: object = {}): Promise<TestResponse> =>
  post(`/api/signup/${id}/`, { token, first_name: 'Ann', password: PASSWORD, ...json }, null);

/** The access token and the uuid of a new member. */
async function member(email: string, level = 1): Promise<{ token: string; uuid: string }> {
  const accepted = await accept(await invite(email, level));
  expect(accepted.status).toBe(201);
  return { token: await signIn(email), uuid: String(accepted.body['uuid']) };
}
async function signIn(email: string): Promise<string> {
  const { status, body } = await post('/api/login/', { email, password: PASSWORD }, null);
  expect(status).toBe(200);
  return String(body['access_token']);
}
const logged = async (scope: string) =>
  (await api.call('GET', `/api/projects/1/activity_log/?scope=${scope}&limit=50`)).body.results;

describe('invitations', () => {
  it('are good once: the link makes a member with the role of the invitation', async () => {
    const link = await invite('ann@example.com', 8);
    const seen = await api.call('GET', `/api/signup/${link.id}/`, { key: null, headers: fresh() });
    expect(seen.body).toEqual({
      id: link.id,
      target_email: 'a**@example.com',
      first_name: '',
      organization_name: 'Default organization',
    });
    expect((await accept(link, { password: 'short' })).body['attr']).toBe('password');
    expect((await accept({ ...link, token: 'tmi_wrong' })).body['attr']).toBe('token');
    const accepted = await accept(link);
    expect(accepted.body).toMatchObject({ email: 'ann@example.com', first_name: 'Ann' });
    expect((await accept(link)).status).toBe(400);
    const token = await signIn('ANN@example.com');
    const me = await api.call('GET', '/api/users/@me/', { key: token });
    expect(me.body['organization']).toMatchObject({ membership_level: 8 });
    expect((await api.call('GET', INVITES)).body.count).toBe(0);
  });

  it('are stored without their token, and listed without their link', async () => {
    const { id, token } = await invite('listed@example.com');
    const { body } = await api.call('GET', INVITES);
    expect(body.results).toMatchObject([
      {
        ...{ id, target_email: 'listed@example.com', level: 1, link: null, is_expired: false },
        created_by: { email: 'admin@localhost' },
      },
    ]);
    const rows = await database.db.selectFrom('organization_invites').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const entries = await logged('OrganizationInvite');
    expect(JSON.stringify(entries)).not.toContain(token);
    expect(
      entries.map(({ activity, user }) => [activity, (user as { email?: string }).email]),
    ).toEqual([
      ['created', 'admin@localhost'],
      ['accepted', 'ann@example.com'],
      ['created', 'admin@localhost'],
    ]);
  });

  it('end when they are revoked, replaced or expired', async () => {
    const revoked = await invite('gone@example.com');
    expect((await api.call('DELETE', `${INVITES}${revoked.id}/`)).status).toBe(204);
    expect((await api.call('DELETE', `${INVITES}${revoked.id}/`)).status).toBe(404);
    expect((await accept(revoked)).status).toBe(400);

    const first = await invite('twice@example.com');
    const second = await invite('Twice@example.com');
    expect((await accept(first)).status).toBe(400);
    expect((await accept(second)).status).toBe(201);

    const late = await invite('late@example.com');
    await database.db
      .updateTable('organization_invites')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', late.id)
      .execute();
    const seen = await api.call('GET', `/api/signup/${late.id}/`, { key: null, headers: fresh() });
    expect([seen.status, seen.body['code']]).toEqual([400, 'expired']);
    expect((await accept(late)).status).toBe(400);
  });

  it('are sent once per address, and give no role above that of their author', async () => {
    const again = await post(INVITES, { target_email: 'admin@LOCALHOST' });
    expect([again.status, again.body['attr']]).toEqual([400, 'target_email']);
    expect((await post(INVITES, { target_email: 'no address' })).status).toBe(400);
    expect((await post(INVITES, { target_email: 'x@example.com', level: 9 })).status).toBe(400);
    const admin = await member('inviter@example.com', 8);
    const above = await post(INVITES, { target_email: 'o@example.com', level: 15 }, admin.token);
    expect(above.status).toBe(403);
    const plain = await member('plain@example.com');
    expect((await post(INVITES, { target_email: 'p@example.com' }, plain.token)).status).toBe(403);
    expect((await api.call('GET', INVITES, { key: plain.token })).status).toBe(200);
  });

  it('cannot be tried without end', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const json = { token: 'tmi_x', first_name: 'x', password: PASSWORD };
    const path = '/api/signup/0190c6f8-3c26-7000-8000-000000000001/';
    const statuses = new Set<number>();
    for (let n = 0; n < 105; n += 1) {
      statuses.add((await api.call('POST', path, { key: null, json, headers })).status);
    }
    expect([...statuses]).toEqual([400, 429]);
  });
});

describe('roles', () => {
  it('are changed by those above, never one above their own nor one of themselves', async () => {
    const admin = await member('admin@example.com', 8);
    const plain = await member('reader@example.com');
    const path = `${MEMBERS}${plain.uuid}/`;
    expect((await patch(path, { level: 15 }, admin.token)).status).toBe(403);
    expect((await patch(path, { level: 8 }, plain.token)).status).toBe(403);
    const promoted = await patch(path, { level: 8 }, admin.token);
    expect([promoted.status, promoted.body['level']]).toEqual([200, 8]);
    // The new role applies at once.
    const scopes = (await api.call('GET', '/api/users/@me/', { key: plain.token })).body['scopes'];
    expect(scopes).toContain('organization_member:write');
    expect((await patch(`${MEMBERS}@me/`, { level: 1 }, admin.token)).status).toBe(403);
    const owner = (await api.call('GET', '/api/users/@me/')).body['uuid'];
    expect((await patch(`${MEMBERS}${String(owner)}/`, { level: 1 }, admin.token)).status).toBe(
      403,
    );
    expect((await patch(path, { level: 1 }, api.masterKey)).status).toBe(200);
    const changes = (await logged('User'))[0];
    expect(changes).toMatchObject({
      activity: 'updated',
      detail: { name: 'reader@example.com', changes: [{ field: 'level', before: 8, after: 1 }] },
    });
  });

  it('a key that is older than the loss of a role cannot give it back', async () => {
    const { token, uuid } = await member('once@example.com', 8);
    const json = { label: 'old', scopes: ['organization_member:write'] };
    const key = (await post('/api/personal_api_keys/', json, token)).body.value;
    expect((await patch(`${MEMBERS}${uuid}/`, { level: 1 }, api.masterKey)).status).toBe(200);
    const other = await member('other@example.com');
    expect((await patch(`${MEMBERS}${other.uuid}/`, { level: 8 }, key)).status).toBe(403);
    expect((await post(INVITES, { target_email: 'z@example.com', level: 8 }, key)).status).toBe(
      403,
    );
  });

  it('leave the last owner in place', async () => {
    const owner = String((await api.call('GET', '/api/users/@me/')).body['uuid']);
    const last = await api.call('DELETE', `${MEMBERS}${owner}/`);
    expect([last.status, last.body['code']]).toEqual([400, 'last_owner']);
    const second = await member('second@example.com', 15);
    const demoted = await patch(`${MEMBERS}${second.uuid}/`, { level: 8 }, api.masterKey);
    expect(demoted.status).toBe(200);
  });
});

describe('removal', () => {
  it('ends sessions and keys; an invitation brings the person back without the old keys', async () => {
    const { token, uuid } = await member('leaver@example.com');
    const json = { label: 'mine', scopes: ['action:read'] };
    const key = (await post('/api/personal_api_keys/', json, token)).body.value;
    const plain = await member('stays@example.com');
    expect((await api.call('DELETE', `${MEMBERS}${uuid}/`, { key: plain.token })).status).toBe(403);
    expect((await api.call('DELETE', `${MEMBERS}${uuid}/`)).status).toBe(204);
    for (const credential of [token, key]) {
      expect((await api.call('GET', '/api/users/@me/', { key: credential })).status).toBe(401);
    }
    expect((await api.call('DELETE', `${MEMBERS}${uuid}/`)).status).toBe(404);
    const back = await member('leaver@example.com');
    expect(back.uuid).toBe(uuid);
    expect((await api.call('GET', '/api/users/@me/', { key })).status).toBe(401);
  });

  it('is open to everybody for themselves', async () => {
    const { token } = await member('quits@example.com');
    expect((await api.call('DELETE', `${MEMBERS}@me/`, { key: token })).status).toBe(204);
    expect((await api.call('GET', '/api/users/@me/', { key: token })).status).toBe(401);
  });
});

it('masks addresses', () => {
  expect(['a@b.c', 'ann@b.c'].map(maskedEmail)).toEqual(['a*@b.c', 'a**@b.c']);
});
