import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { bootstrap, createDatabase, migrate } from '@tidemark/postgres';
import { createIsolatedDatabaseUrl } from '@tidemark/testing';
import type { Command } from 'commander';
import { createProgram, runCommand } from '../program';

/** Commands that change Postgres, in order, with their scope and activity in the activity log. */
const AUDITED: readonly (readonly [line: string, scope: string, activity: string])[] = [
  ['project create Shop', 'Team', 'created'],
  ['user create ann@example.com --first Ann --role member', 'User', 'created'],
  ['user password ann@example.com --generate-password', 'User', 'updated'],
  ['user role ann@example.com admin', 'User', 'updated'],
  ['user reset-factors ann@example.com', 'User', 'reset_second_factors'],
  ['user deactivate ann@example.com', 'User', 'updated'],
  ['user activate ann@example.com', 'User', 'updated'],
  ['key create ci --scope action:read --user ann@example.com', 'PersonalAPIKey', 'created'],
  ['key revoke {id} --user ann@example.com', 'PersonalAPIKey', 'deleted'],
];

const READS = 'changes nothing';
const OF_REDIS = 'works on Redis alone, and prints what it did';
const THROUGH_API = 'needs a running product, and changes it through the API, which records it';
const IMPORTS = ['posthog', 'mixpanel', 'amplitude', 'segment', 'umami', 'plausible', 'csv'];
const EXEMPT: Readonly<Record<string, string>> = {
  'project list': READS,
  'key list': READS,
  'user list': READS,
  'dead-letter list': READS,
  'dead-letter show': READS,
  'dead-letter replay': OF_REDIS,
  'dead-letter discard': OF_REDIS,
  'persons repair':
    'needs ClickHouse: tests/src/e2e/persons-repair.int.test.ts reads what the activity log says',
  demo: 'needs a running product: tests/src/e2e/demo.int.test.ts reads what the activity log says',
  'setup-link': 'makes a link; setting a password with it is in the activity log',
  squash: 'rewrites rows without a change of results',
  migrate: 'is recorded in the table of migrations',
  config: READS,
  'config show': READS,
  'config check': READS,
  backup: READS,
  restore: 'makes a directory that nothing runs on',
  'flags references': THROUGH_API,
  ...Object.fromEntries(IMPORTS.map((source) => [`import ${source}`, THROUGH_API])),
  'import list': READS,
  'import show': READS,
  'import cancel': 'ends a run; the project stays as it is',
  export: READS,
  types: READS,
};

const silent = { out: () => undefined, err: () => undefined };
let url: string;
let database: Database;
beforeAll(async () => {
  url = await createIsolatedDatabaseUrl();
  database = createDatabase(url, { poolSize: 1, logger: createLogger('test', 'warn') });
  await migrate(database);
  await bootstrap(database, { projectApiKey: 'phc_cli', personalApiKey: 'phx_cli' });
});
afterAll(() => database.close());

function linesOf(command: Command, path: readonly string[] = []): readonly string[] {
  return command.commands.flatMap((below) => {
    const line = [...path, below.name()];
    return below.commands.length === 0 ? [line.join(' ')] : linesOf(below, line);
  });
}

it('every command is in the activity log, or exempt for a reason', () => {
  const known = linesOf(createProgram({}, silent));
  const audited = AUDITED.map(([line]) => line.split(' ').slice(0, 2).join(' '));
  expect(known.filter((line) => !audited.includes(line) && !(line in EXEMPT))).toEqual([]);
  expect(audited.filter((line) => !known.includes(line))).toEqual([]);
});

it('records the changes of the operator, without a user and without secrets', async () => {
  const rows = () =>
    database.db.selectFrom('activity_log').selectAll().orderBy('created_at').execute();
  let id = '';
  const secrets: string[] = [];
  for (const [line, scope, activity] of AUDITED) {
    if (line.startsWith('user reset-factors')) await giveFactor();
    const before = (await rows()).length;
    const said: string[] = [];
    const args = [...line.replace('{id}', id).split(' '), '--json'];
    const terminal = { ...silent, out: (text: string) => void said.push(text) };
    expect([line, await runCommand(args, { DATABASE_URL: url }, terminal)]).toEqual([line, 0]);
    const response = JSON.parse(said.join('')) as Record<string, unknown>;
    id = String(response['id']);
    secrets.push(...[response['password'], response['value']].filter((v) => typeof v === 'string'));
    expect((await rows()).slice(before)).toMatchObject([{ scope, activity, user_id: null }]);
  }
  expect(secrets).toHaveLength(2);
  const text = JSON.stringify(await rows());
  for (const secret of secrets) expect(text).not.toContain(secret);
  const [, password, role] = (await rows()).filter((row) => row.scope === 'User');
  expect(password?.detail.changes).toMatchObject([{ field: 'password', after: null }]);
  expect(role?.detail.changes).toMatchObject([{ field: 'level', before: 1, after: 8 }]);
});

/** Gives Ann an authenticator app. */
async function giveFactor(): Promise<void> {
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'ann@example.com')
    .executeTakeFirstOrThrow();
  const now = new Date();
  const row = { user_id: id, sealed_secret: 'sealed', created_at: now, confirmed_at: now };
  await database.db.insertInto('user_totp').values(row).execute();
}
