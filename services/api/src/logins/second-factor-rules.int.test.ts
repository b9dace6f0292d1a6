import {
  createLoginRepository,
  createMemberRepository,
  createSecondFactorRepository,
} from '@tidemark/postgres';
import {
  PASSWORD,
  ME,
  OPERATOR,
  cookieOf,
  codeOf,
  secondFactorScene,
} from '../test-support/second-factor-scene';

const scene = secondFactorScene();
const { newUser, send, get, logIn, finish, enrolled } = scene;

describe('a recovery code', () => {
  it('is good once, however it is typed', async () => {
    const { email, codes, cookie } = await enrolled();
    const [first = ''] = codes;
    expect(first).toMatch(/^(\w{4}-){3}\w{4}$/);
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await finish(cookieOf(await logIn(email)), typed)).status).toBe(200);
    expect((await finish(cookieOf(await logIn(email)), first)).status).toBe(400);
    expect((await get(`${ME}factors/`, cookie)).body).toMatchObject({ recovery_codes_left: 9 });
  });

  it('is invalid after new ones were created', async () => {
    const { email, codes, cookie } = await enrolled();
    const { body } = await send(`${ME}recovery_codes/`, { current_password: PASSWORD }, cookie);
    const fresh = body['recovery_codes'] as readonly string[];
    expect((await finish(cookieOf(await logIn(email)), codes[1] ?? '')).status).toBe(400);
    expect((await finish(cookieOf(await logIn(email)), fresh[1] ?? '')).status).toBe(200);
  });
});

describe('a user who lost all second factors', () => {
  it('gets in by the password again after the operator reset the factors', async () => {
    const { id, email } = await enrolled();
    const factors = createSecondFactorRepository(scene.database);
    expect(await factors.reset(OPERATOR, id)).toBe(true);
    expect(await factors.reset(OPERATOR, id)).toBe(false);
    expect((await logIn(email)).body).toEqual({ success: true });
  });

  it.each(['removed', 'deactivated'])('leaves no factor behind when they are %s', async (how) => {
    const { id, email, cookie } = await enrolled();
    if (how === 'deactivated') {
      await createLoginRepository(scene.database).setActive(OPERATOR, id, false, new Date());
    } else {
      const { body } = await get(ME, cookie);
      const { organization_id: organizationId } = await scene.database.db
        .selectFrom('users')
        .select('organization_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const by = { organizationId, userId: id };
      const change = await createMemberRepository(scene.database).remove(
        by,
        String(body['uuid']),
        new Date(),
      );
      expect(change.outcome).toBe('done');
    }
    expect(await createSecondFactorRepository(scene.database).read(id)).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect((await logIn(email)).status).toBe(400);
  });
});

describe('an organization that asks for a second factor', () => {
  const ORGANIZATION = '/api/organizations/@current/';
  const enforce = (cookie: string, enforce_2fa: boolean) =>
    send(ORGANIZATION, { enforce_2fa }, cookie, 'PATCH');
  let owner: Awaited<ReturnType<typeof enrolled>>;
  let cookie: string;
  beforeEach(async () => {
    owner = await enrolled(15);
    cookie = cookieOf(await finish(cookieOf(await logIn(owner.email)), codeOf(owner.secret)));
  });
  afterEach(async () => {
    await enforce(cookie, false);
  });

  it('is required only from a user who has one', async () => {
    const other = cookieOf(await logIn((await newUser(15)).email));
    expect((await enforce(other, true)).body).toMatchObject({ code: 'no_second_factor' });
    expect((await enforce(cookie, true)).body).toMatchObject({ enforce_2fa: true });
    const log = await scene.database.db
      .selectFrom('activity_log')
      .select(['scope', 'activity', 'user_id'])
      .where('scope', '=', 'Organization')
      .execute();
    expect(log).toContainEqual({ scope: 'Organization', activity: 'updated', user_id: owner.id });
  });

  it('lets members without one reach their account, until they have one', async () => {
    const { email } = await newUser();
    await enforce(cookie, true);
    const member = cookieOf(await logIn(email));
    const rejected = await get('/api/projects/1/actions/', member);
    expect([rejected.status, rejected.body]).toMatchObject([
      403,
      { code: 'second_factor_required' },
    ]);
    const key = await send('/api/personal_api_keys/', { label: 'x', scopes: ['*'] }, member);
    expect(key.body).toMatchObject({ code: 'second_factor_required' });
    expect((await get(ME, member)).status).toBe(200);
    expect((await get(`${ME}factors/`, member)).body).toMatchObject({ is_required: true });
    const begun = await send(`${ME}totp/`, {}, member);
    const code = codeOf(String(begun.body['secret']));
    await send(`${ME}totp/confirm/`, { code, current_password: PASSWORD }, member);
    expect((await get('/api/projects/1/actions/', member)).status).toBe(200);
  });

  it('lists which members have one', async () => {
    const { email } = await newUser();
    const { body } = await get(`${ORGANIZATION}members/?limit=100`, cookie);
    const of = (address: string) =>
      body.results.find(({ user }) => (user as { email: string }).email === address);
    expect(of(owner.email)).toMatchObject({ is_2fa_enabled: true });
    expect(of(email)).toMatchObject({ is_2fa_enabled: false });
  });
});
