import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './program';

const folder = mkdtempSync(join(tmpdir(), 'cli-messages-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Exit code and everything a command prints. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  const code = await runCommand(args, { DATA_DIR: folder, ...env }, { out: print, err: print });
  return { code, text: lines.join('\n') };
}

describe('messages of the commands', () => {
  it.each([
    [['frob'], "ERROR unknown command 'frob'"],
    [['key', 'create'], "ERROR missing required argument 'label'"],
    [
      ['key', 'create', 'x', '--scope', '*', '--project', 'abc'],
      "ERROR option '--project <id>' argument 'abc' is invalid. Expected a whole number above 0.",
    ],
    [
      ['dead-letter', 'list', '--limit', '0'],
      "ERROR option '--limit <count>' argument '0' is invalid. Expected a whole number above 0.",
    ],
    [['--frob'], "ERROR unknown option '--frob'"],
  ])('wrong usage points to the help: %j', async (args, text) => {
    expect(await run(args)).toEqual({ code: 2, text: `${text}\nAdd --help for the usage.` });
  });

  it.each([
    [['project', 'list'], 'Postgres is not running in'],
    [['dead-letter', 'list'], 'Redis is not running in'],
  ])('%j names the directory on which nothing runs', async (args, text) => {
    expect(await run(args)).toEqual({ code: 1, text: expect.stringContaining(text) });
  });

  it.each([
    [['project', 'list'], { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }],
    [['dead-letter', 'list'], { REDIS_URL: 'redis://127.0.0.1:1' }],
    [
      ['migrate', '--wait', '1'],
      { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z', CLICKHOUSE_URL: 'http://127.0.0.1:1' },
    ],
  ])('%j names the address where no store listens, and the variable', async (args, env) => {
    const { code, text } = await run(args, env);
    expect(code).toBe(1);
    expect(text).toContain('no server listens on 127.0.0.1:1');
    expect(text).toContain(`correct ${Object.keys(env)[0]}`);
    expect(text).not.toMatch(/ECONNREFUSED|maxRetries/);
  });

  it('names a damaged file of the running product', async () => {
    mkdirSync(join(folder, 'run'));
    mkdirSync(join(folder, 'postgres', 'data'), { recursive: true });
    writeFileSync(join(folder, 'run', 'stores.json'), '{');
    writeFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), '1\n/x\n2\n5432\n');
    writeFileSync(join(folder, 'secrets.json'), '{');
    const backup = await run(['backup', join(folder, 'backup')]);
    expect(backup).toEqual({
      code: 1,
      text: `ERROR ${folder}/run/stores.json cannot be read: the file is damaged. Restart Tidemark, which writes it again.`,
    });
    const list = await run(['project', 'list']);
    expect(list.text).toContain(`${folder}/secrets.json is damaged`);
  });
});
