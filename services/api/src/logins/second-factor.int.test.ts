import { TOTP } from 'otpauth';
import {
  PASSWORD,
  ME,
  cookieOf,
  codeOf,
  secondFactorScene,
} from '../test-support/second-factor-scene';

const scene = secondFactorScene();
const { wait, newUser, page, send, get, logIn, finish, enrolled } = scene;

describe('an authenticator app', () => {
  it('is added with a code and the password, and then asked for before there is a session', async () => {
    const user = await newUser();
    const cookie = cookieOf(await logIn(user.email));
    const begun = await send(`${ME}totp/`, {}, cookie);
    const { secret, uri } = begun.body as unknown as { secret: string; uri: string };
    expect(uri).toBe(
      `otpauth://totp/Tidemark:${encodeURIComponent(user.email)}?issuer=Tidemark&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    // Not on yet.
    expect((await logIn(user.email)).body).toEqual({ success: true });
    const confirm = (code: string, current_password?: string) =>
      send(`${ME}totp/confirm/`, { code, current_password }, cookie);
    expect((await confirm(codeOf(secret))).body).toMatchObject({ attr: 'current_password' });
    expect((await confirm(codeOf(secret), 'wrong')).body).toMatchObject({
      code: 'incorrect_password',
    });
    expect((await confirm('000000', PASSWORD)).body).toMatchObject({ code: 'invalid_code' });
    const { body } = await confirm(codeOf(secret), PASSWORD);
    expect(body['recovery_codes']).toHaveLength(10);

    const stored = JSON.stringify([
      await scene.database.db.selectFrom('user_totp').selectAll().execute(),
      await scene.database.db.selectFrom('recovery_codes').selectAll().execute(),
      await scene.database.db.selectFrom('activity_log').selectAll().execute(),
    ]);
    for (const plain of [secret, ...(body['recovery_codes'] as string[])]) {
      expect(stored).not.toContain(plain);
      expect(stored).not.toContain(plain.replaceAll('-', ''));
    }

    wait(60);
    const asked = await logIn(user.email);
    expect([asked.status, asked.body]).toEqual([
      200,
      { success: false, second_factor: ['totp', 'recovery_code'] },
    ]);
    const pending = cookieOf(asked);
    expect(asked.headers.get('set-cookie')).toMatch(
      /^tidemark_login_\w+=[\w-]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Strict$/,
    );
    expect((await get(ME, pending)).status).toBe(401);
    const done = await finish(pending, codeOf(secret));
    expect([done.status, done.body]).toEqual([200, { success: true }]);
    expect((await get(ME, cookieOf(done))).body).toMatchObject({ email: user.email });
    // The sign-in was used up.
    expect((await finish(pending, codeOf(secret))).body).toMatchObject({ code: 'sign_in_over' });
  });

  it('takes each code once, also the one that it was added with', async () => {
    const { email, secret } = await enrolled();
    const code = codeOf(secret);
    expect((await finish(cookieOf(await logIn(email)), code)).status).toBe(200);
    const again = await finish(cookieOf(await logIn(email)), code);
    expect([again.status, again.body]).toMatchObject([400, { code: 'invalid_code' }]);
    // One step earlier is as late.
    const earlier = new TOTP({ secret }).generate({ timestamp: Date.now() - 30_000 });
    expect((await finish(cookieOf(await logIn(email)), earlier)).status).toBe(400);
    wait(30);
    expect((await finish(cookieOf(await logIn(email)), codeOf(secret))).status).toBe(200);
  });

  it('lets one of two at once in', async () => {
    const { email, secret } = await enrolled();
    const pending = [cookieOf(await logIn(email)), cookieOf(await logIn(email))];
    const both = await Promise.all(pending.map((cookie) => finish(cookie, codeOf(secret))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('has five tries in one sign-in, and ten in a quarter of an hour', async () => {
    const { email, secret } = await enrolled();
    const pending = cookieOf(await logIn(email));
    for (let time = 0; time < 5; time += 1) {
      expect((await finish(pending, '000000')).body).toMatchObject({ code: 'invalid_code' });
    }
    // Even with the right one.
    expect((await finish(pending, codeOf(secret))).body).toMatchObject({ code: 'sign_in_over' });
    const next = cookieOf(await logIn(email));
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await finish(next, '000000')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    const third = cookieOf(await logIn(email));
    expect((await finish(third, codeOf(secret))).status).toBe(429);
  });

  it('has five minutes, and one browser', async () => {
    const { email, secret } = await enrolled();
    const pending = cookieOf(await logIn(email));
    const elsewhere = await send('/api/login/second_factor/', { code: codeOf(secret) });
    expect(elsewhere.body).toMatchObject({ code: 'sign_in_over' });
    wait(301);
    expect((await finish(pending, codeOf(secret))).body).toMatchObject({ code: 'sign_in_over' });
  });

  it('is no session by another name, and is asked for from pages of this server only', async () => {
    const { email, secret } = await enrolled();
    const asked = await logIn(email);
    const [name = '', value = ''] = cookieOf(asked).split('=');
    const session = `${name.replace('tidemark_login_', 'tidemark_session_')}=${value}`;
    expect((await get(ME, session)).status).toBe(401);
    const foreign = await scene.api.call('POST', '/api/login/second_factor/', {
      key: null,
      headers: { ...page(cookieOf(asked)), origin: 'https://evil.example' },
      json: { code: codeOf(secret) },
    });
    expect(foreign.status).toBe(403);
  });

  it('is required in the same request when a user signs in for tokens', async () => {
    const { email, secret } = await enrolled();
    const tokens = (code?: string) =>
      scene.api.call('POST', '/api/login/', {
        key: null,
        headers: { 'x-forwarded-for': page()['x-forwarded-for'] },
        json: { email, password: PASSWORD, code },
      });
    expect([(await tokens()).status, (await tokens()).body]).toMatchObject([
      401,
      { code: '2fa_required', detail: '2FA is required.' },
    ]);
    expect((await tokens('123456')).body).toMatchObject({ code: 'invalid_code' });
    expect((await tokens(codeOf(secret))).body).toMatchObject({ success: true });
  });

  it('is removed with the password and a code, and its recovery codes with it', async () => {
    const { email, id, secret, cookie } = await enrolled();
    const remove = (json: object) => send(`${ME}totp/disable/`, json, cookie);
    expect((await remove({ code: codeOf(secret) })).status).toBe(400);
    expect((await remove({ code: '000000', current_password: PASSWORD })).status).toBe(400);
    const removed = await remove({ code: codeOf(secret), current_password: PASSWORD });
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await logIn(email)).body).toEqual({ success: true });
    const codes = await scene.database.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    expect(codes).toEqual([]);
  });

  it('is readable only by its owner, who is signed in', async () => {
    for (const path of ['totp/', 'passkeys/begin/', 'recovery_codes/']) {
      expect((await scene.api.call('POST', ME + path, { json: {} })).status).toBe(403);
    }
  });

  it('is reported in the activity log', async () => {
    const { id, email, codes, secret, cookie } = await enrolled();
    await finish(cookieOf(await logIn(email)), codes[0] ?? '');
    await send(`${ME}totp/disable/`, { code: codeOf(secret), current_password: PASSWORD }, cookie);
    const rows = await scene.database.db
      .selectFrom('activity_log')
      .select('activity')
      .where('item_id', '=', String(id))
      .where('user_id', '=', id)
      .execute();
    const activities = rows.map(({ activity }) => activity);
    for (const one of ['enabled_totp', 'used_recovery_code', 'disabled_totp']) {
      expect(activities).toContain(one);
    }
  });
});
