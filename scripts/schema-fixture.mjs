// node scripts/schema-fixture.mjs <built checkout of a release> <name>: starts the product of that release, stores
// sample data in it, and writes a backup and the responses to some queries to tests/fixtures/schemas/<name>.tar.gz, for
// the upgrade test. Needs the programs ss and tar.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './lib/run.mjs';
import { build, main } from './lib/workspace.mjs';

const KEYS = { project: 'phc_standalonetest', personal: 'phx_standalonetest' };
const PORT = 18_777;
const URL_BASE = `http://127.0.0.1:${PORT}`;
const QUESTIONS = JSON.parse(readFileSync(join(root, 'tests/src/upgrade/questions.json'), 'utf8'));

const ask = async (method, path, body) => {
  const response = await fetch(URL_BASE + path, {
    method,
    headers: { authorization: `Bearer ${KEYS.personal}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
};
const query = (text) =>
  ask('POST', '/api/projects/1/query/', { query: text, refresh: 'force_blocking' });

async function until(what, work) {
  for (let tries = 0; ; tries += 1) {
    if (await work().catch(() => false)) return;
    if (tries === 1_800) throw new Error(`${what}: not within three minutes`);
    await sleep(100);
  }
}

/**
 * Stores events of twelve people in four days (page views in sessions, an identified person, groups) and a definition
 * of each kind.
 */
async function seed() {
  await ask('POST', '/api/projects/1/actions/', {
    name: 'Looked at prices',
    steps: [{ event: '$pageview', url: '/prices', url_matching: 'contains' }],
  });
  await ask('POST', '/api/projects/1/feature_flags/', {
    ...{ key: 'for-pros', name: 'for pros', active: true },
    filters: {
      groups: [
        {
          properties: [{ key: 'plan', value: 'pro', type: 'person', operator: 'exact' }],
          rollout_percentage: 100,
        },
      ],
    },
  });
  const batch = [];
  const add = (distinctId, event, day, number, properties) => {
    const tail = String(batch.length + 1).padStart(12, '0');
    const minute = String(number).padStart(2, '0');
    batch.push({
      ...{ event, distinct_id: distinctId, uuid: `0190c6f8-3c26-7000-8000-${tail}`, properties },
      timestamp: `2026-01-0${day}T10:${minute}:00.000Z`,
    });
  };
  for (let person = 0; person < 12; person += 1) {
    for (let day = 1; day <= 1 + (person % 4); day += 1) {
      const began = Date.parse(`2026-01-0${day}T10:00:00Z`).toString(16).padStart(12, '0');
      const session = `${began.slice(0, 8)}-${began.slice(8)}-7000-8000-${String(person).padStart(12, '0')}`;
      const page = person % 3 === 0 ? '/prices' : '/';
      add(`visitor-${person}`, '$pageview', day, person, {
        $session_id: session,
        $current_url: `https://example.com${page}`,
        $pathname: page,
        $browser: person % 2 === 0 ? 'Firefox' : 'Safari',
        'nested.key': { list: [1, 'two', null], big: 12345678901234 },
        $set: { plan: person % 5 === 0 ? 'pro' : 'free' },
      });
    }
  }
  add('user@example.com', '$identify', 3, 30, { $anon_distinct_id: 'visitor-3' });
  add('user@example.com', 'bought', 3, 31, { price: 12.5, $groups: { company: 'acme' } });
  add('user@example.com', '$groupidentify', 3, 32, {
    ...{ $group_type: 'company', $group_key: 'acme', $group_set: { name: 'Acme' } },
  });
  await ask('POST', '/batch/', { api_key: KEYS.project, batch });
  await until('events', async () => {
    const { results } = await query({ kind: 'HogQLQuery', query: 'select count() from events' });
    return results[0][0] === batch.length;
  });
}

/**
 * Writes `run/stores.json` for a release that does not write it itself. Reads the ports from the files of the stores;
 * that of ClickHouse from its open socket.
 */
function publishStores(dataDir) {
  const path = join(dataDir, 'run', 'stores.json');
  if (existsSync(path)) return;
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const children = JSON.parse(readFileSync(join(dataDir, 'run', 'children.json'), 'utf8'));
  const { pid } = children.find(({ name }) => name === 'clickhouse');
  const listening = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' });
  const clickhouse = new RegExp(`127\\.0\\.0\\.1:(\\d+)\\s.*pid=${pid},`).exec(listening)[1];
  const redis = /^port (\d+)$/m.exec(readFileSync(join(dataDir, 'redis', 'redis.conf'), 'utf8'))[1];
  const postgres = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split(
    '\n',
  )[3];
  const stores = {
    postgres: `postgres://tidemark:${secrets.postgresPassword}@127.0.0.1:${postgres}/tidemark`,
    redis: `redis://:${secrets.redisPassword}@127.0.0.1:${redis}`,
    clickhouse: `http://default:${secrets.clickhousePassword}@127.0.0.1:${clickhouse}/default`,
  };
  writeFileSync(path, JSON.stringify(stores), { mode: 0o600 });
}

await main(async () => {
  const [checkout, name] = process.argv.slice(2);
  if (checkout === undefined || !/^[\w.-]+$/.test(name ?? '')) {
    throw new Error('usage: node scripts/schema-fixture.mjs <built checkout> <name>');
  }
  await build('services/cli');
  const { runCommand } = await import('../services/cli/dist/program.js');
  const work = mkdtempSync(join(tmpdir(), 'tidemark-fixture-'));
  const dataDir = join(work, 'data');
  const fixture = join(work, 'fixture');
  mkdirSync(fixture);
  const product = spawn('node', ['services/standalone/dist/main.js'], {
    cwd: resolve(checkout),
    env: {
      ...process.env,
      ...{ PORT: String(PORT), DATA_DIR: dataDir, QUERY_RATE_LIMIT_PER_HOUR: '0' },
      ...{ BOOTSTRAP_PROJECT_API_KEY: KEYS.project, BOOTSTRAP_PERSONAL_API_KEY: KEYS.personal },
    },
    stdio: 'inherit',
  });
  const exited = new Promise((done) => product.once('exit', done));
  try {
    await until('start', async () => (await fetch(`${URL_BASE}/_readyz`)).ok);
    await seed();
    const results = [];
    for (const question of QUESTIONS) results.push((await query(question)).results);
    writeFileSync(join(fixture, 'answers.json'), `${JSON.stringify(results)}\n`);
    publishStores(dataDir);
    const terminal = { out: console.log, err: console.error };
    const args = ['backup', join(fixture, 'backup')];
    const code = await runCommand(args, { DATA_DIR: dataDir }, terminal);
    if (code !== 0) throw new Error(`backup ended with ${code}`);
    const target = join(root, 'tests', 'fixtures', 'schemas', `${name}.tar.gz`);
    execFileSync('tar', ['-czf', target, '-C', fixture, '.']);
    console.log(`wrote ${target}`);
  } finally {
    product.kill('SIGTERM');
    await exited;
    rmSync(work, { recursive: true, force: true });
  }
});
