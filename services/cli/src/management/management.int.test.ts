import { verifyPassword } from '@tidemark/access';
import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase, createLoginRepository, migrate } from '@tidemark/postgres';
import { createIsolatedDatabaseUrl } from '@tidemark/testing';
import { runCommand } from '../program';

let url: string;
beforeAll(async () => {
  url = await createIsolatedDatabaseUrl();
  const logger = createLogger('test', 'warn');
  const database = createDatabase(url, { poolSize: 1, logger });
  await migrate(database);
  await bootstrap(database, { projectApiKey: 'phc_cli', personalApiKey: 'phx_cli' });
  await database.close();
});

const run = (...args: string[]) => runWith(undefined, ...args);

async function runWith(input: string | undefined, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const code = await runCommand(
    args,
    { DATABASE_URL: url },
    {
      out: (text) => void terminal.out(text),
      err: (text) => void terminal.err(text),
      ...(input !== undefined && { input: () => Promise.resolve(input) }),
    },
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

it('creates and lists projects', async () => {
  const made = await run('project', 'create', 'Shop', '--timezone', 'Europe/Berlin', '--json');
  expect(made.code).toBe(0);
  expect(json(made.out)).toMatchObject({ name: 'Shop', timezone: 'Europe/Berlin' });
  const { projects } = json((await run('project', 'list', '--json')).out);
  expect(projects).toContainEqual(json(made.out));
  expect((await run('project', 'list')).out).toContain('Shop');
  expect((await run('project', 'create', 'X', '--timezone', 'Mars')).code).toBe(2);
});

it('lists users and keys, without values and passwords', async () => {
  expect((await run('user', 'create', 'lou@example.com', '--first', 'Lou')).code).toBe(0);
  const { users } = json((await run('user', 'list', '--json')).out);
  expect(users).toContainEqual({
    id: expect.any(Number) as number,
    email: 'lou@example.com',
    first_name: 'Lou',
    last_name: '',
    role: 'owner',
    is_active: true,
  });
  expect((await run('user', 'list')).out).toContain('lou@example.com');
  const create = ['key', 'create', 'of lou', '--scope', 'action:read', '--user', 'lou@example.com'];
  const { id, value } = json((await run(...create, '--json')).out);
  const listed = await run('key', 'list', '--user', 'lou@example.com', '--json');
  expect(json(listed.out)).toMatchObject({
    keys: [{ id, label: 'of lou', scopes: ['action:read'], last_used_at: null }],
  });
  expect(listed.out).not.toContain(String(value));
  expect((await run('key', 'list', '--user', 'lou@example.com')).out).toContain('of lou');
  expect((await run('key', 'list', '--user', 'nobody@example.com')).code).toBe(3);
});

it('rejects a key without a scope', async () => {
  const { code, err } = await run('key', 'create', 'ci');
  expect(code).toBe(2);
  expect(err).toContain('--scope (as in action:read, or *): expected at least 1 value');
  expect(err).not.toContain('expected array');
});

it('rejects a second user whose address differs in case only', async () => {
  expect((await run('user', 'create', 'Case@example.com')).code).toBe(0);
  expect((await run('user', 'create', 'cASE@example.com')).code).toBe(1);
});

it('creates users and keys, and revokes a key once', async () => {
  const user = ['user', 'create', 'ann@example.com', '--first', 'Ann', '--json'];
  expect((await run(...user)).code).toBe(0);
  expect((await run(...user)).code).toBe(1);
  expect((await run('user', 'create', 'nobody')).code).toBe(2);
  const key = ['key', 'create', 'ci', '--scope', 'action:read', '--user', 'ann@example.com'];
  const made = json((await run(...key, '--project', '1', '--json')).out);
  expect(made).toMatchObject({ scopes: ['action:read'], scoped_teams: [1] });
  expect(made['value']).toMatch(/^phx_/);
  const revoke = ['key', 'revoke', String(made['id']), '--user', 'ann@example.com'];
  expect((await run(...revoke)).code).toBe(0);
  expect((await run(...revoke)).code).toBe(3);
  expect((await run('key', 'create', 'ci', '--scope', 'x:y')).code).toBe(2);
  expect((await run(...key, '--project', '999')).code).toBe(3);
  expect((await run('key', 'create', '--help')).out).toContain('--scope');
});

it('reads passwords from standard input or generates them, and never reads one from an argument', async () => {
  const create = (email: string, ...more: string[]) => ['user', 'create', email, ...more, '--json'];
  const made = json((await run(...create('gen@example.com', '--generate-password'))).out);
  expect(made['password']).toMatch(/^[\w-]{20}$/);
  expect(made['role']).toBe('owner');
  const piped = create('pipe@example.com', '--password-stdin', '--role', 'member');
  const response = await runWith('from a pipe\n', ...piped);
  expect(response.code).toBe(0);
  expect(json(response.out)).not.toHaveProperty('password');
  expect((await run(...create('none@example.com', '--password-stdin'))).code).toBe(2);
  expect((await runWith('short', ...create('no@example.com', '--password-stdin'))).code).toBe(2);
  expect(
    (await runWith('a\nb'.repeat(9), ...create('no@example.com', '--password-stdin'))).code,
  ).toBe(2);
  expect((await run(...create('no@example.com', '--role', 'king'))).code).toBe(2);

  const database = createDatabase(url, { poolSize: 1, logger: createLogger('test', 'warn') });
  const stored = async (email: string) =>
    (await createLoginRepository(database).findByEmail(email))?.passwordHash ?? null;
  try {
    expect(await verifyPassword('from a pipe', await stored('pipe@example.com'))).toBe(true);
    const set = await runWith(
      'another one',
      'user',
      'password',
      'pipe@example.com',
      '--password-stdin',
    );
    expect(set.code).toBe(0);
    expect(await verifyPassword('another one', await stored('pipe@example.com'))).toBe(true);
    expect((await run('user', 'password', 'pipe@example.com')).code).toBe(2);
    expect((await run('user', 'deactivate', 'pipe@example.com')).code).toBe(0);
    expect(await stored('pipe@example.com')).toBeNull();
    expect((await run('user', 'activate', 'pipe@example.com')).code).toBe(0);
    expect((await run('user', 'role', 'pipe@example.com', 'admin')).code).toBe(0);
    expect((await run('user', 'role', 'nobody@example.com', 'admin')).code).toBe(3);
  } finally {
    await database.close();
  }
});
