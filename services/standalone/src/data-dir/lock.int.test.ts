import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirInUseError, lockDataDir } from './lock';
import { processIdentity } from './process-identity';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('lockDataDir', () => {
  it('allows one process at a time', () => {
    const unlock = lockDataDir('/data', folder);
    expect(() => lockDataDir('/data', folder, process.ppid)).toThrow(DataDirInUseError);
    expect(() => lockDataDir('/data', folder, process.ppid)).toThrow(
      `/data is in use by a running Tidemark (process ${process.pid}). Stop it or set DATA_DIR.`,
    );
    unlock();
    lockDataDir('/data', folder, process.ppid)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over from a process that died without unlocking', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    lockDataDir('/data', folder, dead.pid);
    lockDataDir('/data', folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over the lock of a dead process whose id another process has now', () => {
    const lock = { pid: process.ppid, identity: 'another start' };
    writeFileSync(join(folder, 'supervisor.lock'), JSON.stringify(lock));
    expect(() => lockDataDir('/data', folder)).not.toThrow();
  });

  it('takes over a truncated lock file', () => {
    writeFileSync(join(folder, 'supervisor.lock'), '{"pid":');
    expect(() => lockDataDir('/data', folder)).not.toThrow();
  });
});

describe('processIdentity', () => {
  it('is the same for one process and different for two', () => {
    expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
    expect(processIdentity(process.pid)).not.toBe(processIdentity(1));
    expect(processIdentity(2 ** 30)).toBe('');
  });
});
