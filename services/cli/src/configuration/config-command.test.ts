import { runCommand } from '../program';

const SECRET = 'a secret of thirty-two characters';
const STORES = {
  DATABASE_URL: 'postgres://me:hidden@db:5432/tidemark',
  REDIS_URL: 'redis://:hidden@redis:6379',
};

async function check(env: Record<string, string>, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(['config', 'check', ...args], env, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('tidemark config check', () => {
  it('prints the settings without secrets', async () => {
    const env = { ...STORES, JWT_SECRET: SECRET, FLAGS_RATE_LIMIT_BURST: '7' };
    const { code, out, err } = await check(env, 'edge', '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      PORT: 8001,
      FLAGS_RATE_LIMIT_BURST: 7,
      JWT_SECRET: '(set)',
      DATABASE_URL: 'postgres://***@db:5432/tidemark',
      REDIS_URL: 'redis://***@redis:6379',
    });
    expect((await check(env, 'edge')).out).not.toMatch(/hidden|thirty-two/);
  });

  it('names every variable that is missing or malformed', async () => {
    const { code, err, out } = await check({ ...STORES, PORT: 'many' }, 'api');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    for (const name of ['PORT', 'CLICKHOUSE_URL', 'JWT_SECRET', 'SERVICE_SECRET']) {
      expect(err).toContain(name === 'PORT' ? 'PORT: expected' : `${name} is not set; expected: `);
    }
  });

  it('suggests the right name of a misspelt variable', async () => {
    const { code, err } = await check({ ...STORES, INGEST_PARTITION: '4' }, 'edge');
    expect(code).toBe(1);
    expect(err).toContain('INGEST_PARTITION: unknown, did you mean INGEST_PARTITIONS?');
  });

  it('rejects an unknown process', async () => {
    expect((await check(STORES, 'edgy')).code).toBe(2);
  });
});
