import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase, migrate } from '@tidemark/postgres';
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

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (text: string) => out.push(text), err: (text: string) => err.push(text) };
  const code = await runCommand(
    args,
    { DATABASE_URL: url },
    {
      out: (text) => void terminal.out(text),
      err: (text) => void terminal.err(text),
    },
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

it('makes and lists projects', async () => {
  const made = await run('project', 'create', 'Shop', '--timezone', 'Europe/Berlin', '--json');
  expect(made.code).toBe(0);
  expect(json(made.out)).toMatchObject({ name: 'Shop', timezone: 'Europe/Berlin' });
  const { projects } = json((await run('project', 'list', '--json')).out);
  expect(projects).toContainEqual(json(made.out));
  expect((await run('project', 'list')).out).toContain('Shop');
  expect((await run('project', 'create', 'X', '--timezone', 'Mars')).code).toBe(2);
});

it('makes users and keys, and revokes keys once', async () => {
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
