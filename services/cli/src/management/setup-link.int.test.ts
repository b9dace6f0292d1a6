import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase, migrate } from '@tidemark/postgres';
import { createIsolatedDatabaseUrl } from '@tidemark/testing';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../program';

let url: string;
let dataDir: string;
beforeAll(async () => {
  url = await createIsolatedDatabaseUrl();
  dataDir = mkdtempSync(join(tmpdir(), 'setup-link-'));
  const database = createDatabase(url, { poolSize: 1, logger: createLogger('test', 'warn') });
  await migrate(database);
  await bootstrap(database, { projectApiKey: 'phc_cli', personalApiKey: 'phx_cli' });
  await database.close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function run(args: readonly string[], input = '') {
  const out: string[] = [];
  const err: string[] = [];
  const env = { DATABASE_URL: url, DATA_DIR: dataDir };
  const code = await runCommand(args, env, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    input: () => Promise.resolve(input),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
const link = (...args: string[]) => run(['setup-link', ...args]);

it('creates a link that sets the first password, until an owner has one', async () => {
  const first = await link('--url', 'https://t.example/some/path');
  expect(first.code).toBe(0);
  expect(first.out).toMatch(
    /^https:\/\/t\.example\/setup#token=tmu_[\w-]{43}\nsets the password of admin@localhost, once, until \d{4}-/,
  );
  const second = JSON.parse((await link('--url', 'http://h:1', '--json')).out) as object;
  expect(second).toMatchObject({
    url: expect.stringMatching(/^http:\/\/h:1\/setup#token=/) as string,
    email: 'admin@localhost',
    expires_at: expect.any(String) as string,
  });
  expect(await link('--url', 'ftp://x')).toMatchObject({ code: 2 });
  await run(['user', 'password', 'admin@localhost', '--password-stdin'], 'a long password\n');
  const rejected = await link('--url', 'https://t.example');
  expect(rejected.code).toBe(1);
  expect(rejected.err).toContain('an owner has a password already');
});

it('uses the address of the Tidemark that is running in DATA_DIR, or requires --url', async () => {
  await run(['user', 'deactivate', 'admin@localhost']);
  await run(['user', 'create', 'new@example.com', '--role', 'owner']);
  const missing = await link();
  expect(missing.code).toBe(2);
  expect(missing.err).toContain(`--url is missing, and Tidemark is not running in ${dataDir}`);
  mkdirSync(join(dataDir, 'run'));
  writeFileSync(join(dataDir, 'run', 'address'), 'http://127.0.0.1:8300\n');
  const found = await link();
  expect(found.out).toMatch(
    /^http:\/\/127\.0\.0\.1:8300\/setup#token=\S+\nsets the password of new@/,
  );
});
