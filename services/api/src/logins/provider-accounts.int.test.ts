import { hashPassword } from '@tidemark/access';
import { createLoginRepository } from '@tidemark/postgres';
import { OPERATOR, cookieOf, providerLoginScene } from '../test-support/provider-login-scene';

const scene = providerLoginScene();
const { newUser, send, signIn } = scene;

describe('accounts of an OpenID Connect provider', () => {
  it('recognises the user by the subject afterwards, with any address', async () => {
    const id = await newUser('cleo@example.com');
    expect((await signIn('cleo-1|cleo@example.com')).response.status).toBe(200);
    // The address at the provider is another one now, and a member here has it.
    await newUser('other@example.com');
    const { response } = await signIn('cleo-1|other@example.com');
    const me = await scene.api.call('GET', '/api/users/@me/', {
      key: null,
      headers: { cookie: cookieOf(response) },
    });
    expect(me.body).toMatchObject({ id, email: 'cleo@example.com' });
    // The address of a linked member was reassigned to another user.
    const taken = await signIn('not-cleo|cleo@example.com');
    expect(taken.response.body).toMatchObject({
      code: 'provider_error',
      detail: expect.stringContaining('belongs to somebody else') as string,
    });
  });

  it('makes an account where that is configured, with the role that is', async () => {
    const { response } = await signIn('new-1|new@anywhere.example', scene.open);
    expect(response.body).toMatchObject({ success: true });
    const me = await scene.open.call('GET', '/api/users/@me/', {
      key: null,
      headers: { cookie: cookieOf(response) },
    });
    expect(me.body).toMatchObject({
      ...{ email: 'new@anywhere.example', first_name: 'Bea', is_email_verified: true },
      organization: { membership_level: 8 },
      team: { id: 1 },
    });
    // Without a password, a session that was opened just now is proof enough.
    const factors = await scene.open.call('GET', '/api/users/@me/factors/', {
      key: null,
      headers: { cookie: cookieOf(response) },
    });
    expect(factors.body).toMatchObject({ has_password: false });
    const begun = await send(scene.open, '/api/users/@me/passkeys/begin/', {}, cookieOf(response));
    expect(begun.status).toBe(200);
    await scene.database.db
      .updateTable('login_sessions')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .execute();
    await send(scene.open, '/api/users/@me/sessions/end_others/', {}, cookieOf(response));
    const late = await send(scene.open, '/api/users/@me/passkeys/begin/', {}, cookieOf(response));
    expect([late.status, late.body.detail]).toEqual([
      403,
      expect.stringContaining('Sign in again') as string,
    ]);
  });

  it('lists the linked accounts of a user, and unlinks one with their password', async () => {
    const password = 'correct horse battery staple';
    const id = await newUser('lea@example.com');
    const cookie = cookieOf((await signIn('lea-1|lea@example.com')).response);
    const unlink = (json: object, as = cookie) =>
      send(scene.api, '/api/users/@me/provider_accounts/unlink/', json, as);
    const account = { issuer: scene.provider.issuer, subject: 'lea-1' };
    const list = async () =>
      (
        await scene.api.call('GET', '/api/users/@me/provider_accounts/', {
          key: null,
          headers: { cookie },
        })
      ).body as unknown;
    expect(await list()).toEqual([{ ...account, created_at: expect.any(String) as string }]);

    // Without a password and a passkey it is the only way in.
    const only = await unlink(account);
    expect([only.status, only.body.detail]).toEqual([
      400,
      'You have no password and no passkey: this account is your only way to sign in.',
    ]);
    const hash = await hashPassword(password);
    await createLoginRepository(scene.database).setPassword(OPERATOR, id, hash, new Date());
    const again = cookieOf((await signIn('lea-1|lea@example.com')).response);
    expect((await unlink({ ...account, current_password: 'wrong' }, again)).status).toBe(400);
    const other = { issuer: scene.provider.issuer, subject: 'bea-1' };
    const notOwn = await unlink({ ...other, current_password: password }, again);
    expect(notOwn.status).toBe(404);
    const done = await unlink({ ...account, current_password: password }, again);
    expect(done.status).toBe(204);
    const left = await scene.api.call('GET', '/api/users/@me/provider_accounts/', {
      key: null,
      headers: { cookie: again },
    });
    expect(left.body).toEqual([]);
    const log = await scene.database.db
      .selectFrom('activity_log')
      .select(['activity', 'user_id'])
      .where('item_id', '=', String(id))
      .execute();
    expect(log).toContainEqual({ activity: 'unlinked_provider', user_id: id });
  });

  it('asks for the own second factor, unless the provider did', async () => {
    const id = await newUser('dora@example.com');
    await scene.database.db
      .insertInto('user_totp')
      .values({
        ...{ user_id: id, sealed_secret: 'unread', last_step: 0 },
        ...{ created_at: new Date(), confirmed_at: new Date() },
      })
      .execute();
    const asked = (await signIn('dora|dora@example.com')).response;
    expect(asked.body).toEqual({ success: false, second_factor: ['totp'], next: '/project/1/sql' });
    const proved = (await signIn('dora|dora@example.com|yes|mfa')).response;
    expect(proved.body).toMatchObject({ success: true });
    const sessions = await scene.database.db
      .selectFrom('login_sessions')
      .select('second_factor')
      .where('user_id', '=', id)
      .execute();
    expect(sessions).toEqual([{ second_factor: 'provider' }]);
  });
});
