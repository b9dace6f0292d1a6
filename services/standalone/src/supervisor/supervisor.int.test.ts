import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signalProcess, untilGone } from '@tidemark/platform';
import type { ServiceChild } from '../children/service-child';
import { startServiceChild } from '../children/service-child';
import { createChildRecord, endRecordedChildren } from '../data-dir/child-record';
import { writeFakeService } from '../test-support/fake-service';
import type { ChildSpec } from './child';
import type { Supervisor } from './supervisor';
import { createSupervisor } from './supervisor';

const BACK_OFF = { firstMs: 10, longestMs: 40, stableMs: 60_000 };

let folder: string;
let said: string[];
let supervisor: Supervisor;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-supervisor-'));
  said = [];
  supervisor = createSupervisor({
    report: {
      crashed: (name, how, ms) => said.push(`${name} ${how}, ${ms}`),
      restartFailed: (name, reason, ms) => said.push(`${name} failed: ${reason}, ${ms}`),
      recovered: (name) => said.push(`${name} recovered`),
    },
    record: createChildRecord(folder, (error) => said.push(error.message)),
    backOff: BACK_OFF,
  });
});
afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A fake service with the n-th behaviour at its n-th start. */
function fake(name: string, ...behaviours: string[]): ChildSpec<ServiceChild> {
  const script = writeFakeService(folder);
  let starts = 0;
  return {
    name,
    start: (previous) => {
      const env = {
        NAME: name,
        HISTORY: join(folder, 'history'),
        PORT: String(previous?.port ?? 1234),
        FAKE: behaviours[starts] ?? '',
      };
      starts += 1;
      return startServiceChild({
        nodePath: process.execPath,
        script,
        env,
        onLine: () => undefined,
        startTimeoutMs: 2_000,
        graceMs: 300,
      });
    },
  };
}

const history = (): string[] => readFileSync(join(folder, 'history'), 'utf8').trim().split('\n');

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('supervisor', () => {
  it('stops all children, the last started first', async () => {
    const pids: number[] = [];
    for (const name of ['a', 'b', 'c']) pids.push((await supervisor.start(fake(name))).pid);
    await supervisor.stop();
    expect(history().filter((line) => line.endsWith('stopped'))).toEqual([
      'c stopped',
      'b stopped',
      'a stopped',
    ]);
    expect(pids.map((pid) => signalProcess(pid, 0))).toEqual([false, false, false]);
    expect(said).toEqual([]);
  });

  it('restarts a killed child on its port, and reports it', async () => {
    const child = await supervisor.start(fake('a'));
    process.kill(child.pid, 'SIGKILL');
    await until(() => said.includes('a recovered'));
    expect(said).toEqual(['a was killed by SIGKILL, 10', 'a recovered']);
    expect(history()).toHaveLength(2);
    await supervisor.stop();
    expect(history().at(-1)).toBe('a stopped');
  });

  it('waits longer after each failure, up to its maximum', async () => {
    const child = await supervisor.start(fake('a', '', 'dies', 'dies', 'dies'));
    process.kill(child.pid, 'SIGKILL');
    await until(() => said.includes('a recovered'));
    const reason = 'it ended while it started (exit code 7): start failed: no luck';
    expect(said).toEqual([
      'a was killed by SIGKILL, 10',
      `a failed: ${reason}, 20`,
      `a failed: ${reason}, 40`,
      `a failed: ${reason}, 40`,
      'a recovered',
    ]);
  });

  it('kills a child that does not stop', async () => {
    const child = await supervisor.start(fake('a', 'stubborn'));
    await supervisor.stop();
    expect(signalProcess(child.pid, 0)).toBe(false);
    expect(history()).toEqual([`a started ${child.pid}`]);
  });

  it('rejects a failed first start with the last output of the child, and keeps the others running', async () => {
    const child = await supervisor.start(fake('a'));
    await expect(supervisor.start(fake('b', 'dies'))).rejects.toThrow(
      'b: it ended while it started (exit code 7): start failed: no luck',
    );
    await expect(supervisor.start(fake('c', 'silent'))).rejects.toThrow(
      'c: it did not become ready within 2 s',
    );
    expect(signalProcess(child.pid, 0)).toBe(true);
  });

  it('stops while a crashed child waits for its next attempt', async () => {
    const child = await supervisor.start(fake('a'));
    process.kill(child.pid, 'SIGKILL');
    await until(() => said.length > 0);
    await supervisor.stop();
    const started = history().filter((line) => line.includes('started')).length;
    expect(history().filter((line) => line.endsWith('stopped'))).toHaveLength(started - 1);
    await expect(supervisor.start(fake('b'))).rejects.toThrow('stopping');
  });
});

describe('endRecordedChildren', () => {
  it('ends the children of a killed supervisor', async () => {
    const child = await supervisor.start(fake('a'));
    const found: string[] = [];
    await endRecordedChildren(folder, (names) => found.push(...names));
    expect(found).toEqual(['a']);
    expect(await untilGone(child.pid, 5_000)).toBe(true);
  });

  it('has nothing to do after a clean stop', async () => {
    await supervisor.start(fake('a'));
    await supervisor.stop();
    await endRecordedChildren(folder, (names) => said.push(...names));
    expect(said).toEqual([]);
  });
});
