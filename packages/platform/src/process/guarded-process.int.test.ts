import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuardedProcessOptions } from './guarded-process';
import { spawnGuarded } from './guarded-process';
import { untilGone } from './leftovers';
import { signalProcess } from './signals';

const lines: string[] = [];
const start = (script: string, options: Partial<GuardedProcessOptions> = {}) => {
  lines.length = 0;
  return spawnGuarded({
    command: '/bin/sh',
    args: ['-c', script],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    stopSignal: 'TERM',
    graceMs: 2_000,
    onLine: (line) => lines.push(line),
    ...options,
  });
};

async function firstLine(): Promise<string> {
  while (lines[0] === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  return lines[0];
}

describe('spawnGuarded', () => {
  it("ends with the program's own exit code, after all output was read", async () => {
    const guarded = await start('echo out; echo err >&2; exit 7');
    expect(await guarded.exited).toEqual({ code: 7, signal: null });
    expect([...lines].sort()).toEqual(['err', 'out']);
  });

  it('stops the program with the given signal', async () => {
    // Node.js instead of a shell, because background programs of a shell start with SIGINT ignored, and a shell
    // cannot change that.
    const program = `process.on('SIGINT', () => { console.log('asked'); process.exit(3); });
      console.log('up'); setInterval(() => undefined, 1000);`;
    const guarded = await start('', {
      command: process.execPath,
      args: ['-e', program],
      stopSignal: 'INT',
    });
    await firstLine();
    expect(await guarded.stop()).toEqual({ code: 3, signal: null });
    expect(lines).toEqual(['up', 'asked']);
  });

  it('kills a program that does not stop in time', async () => {
    const guarded = await start("trap '' TERM; echo $$; while :; do sleep 0.05; done", {
      graceMs: 200,
    });
    const pid = Number(await firstLine());
    expect(await guarded.stop()).toEqual({ code: 137, signal: null });
    expect(signalProcess(pid, 0)).toBe(false);
  });

  it('passes a signal for the guard to the program', async () => {
    const guarded = await start("trap 'exit 5' TERM; echo up; while :; do sleep 0.05; done");
    await firstLine();
    process.kill(guarded.pid, 'SIGTERM');
    expect(await guarded.exited).toEqual({ code: 5, signal: null });
  });

  it('leaves no process of its group, also if the guard itself is killed', async () => {
    const guarded = await start('echo $$; sleep 60');
    const pid = Number(await firstLine());
    process.kill(guarded.pid, 'SIGKILL');
    await guarded.exited;
    expect(await untilGone(pid, 5_000)).toBe(true);
  });

  it('does not pass the environment to the program', async () => {
    await (
      await start('env | cut -d= -f1 | sort | tr "\\n" " "')
    ).exited;
    expect(lines.join(' ')).not.toMatch(/HOME|NODE|USER/);
  });

  it('rejects if the program cannot be started', async () => {
    await expect(start('true', { cwd: '/no such folder' })).rejects.toThrow(/ENOENT/);
  });

  it('ends with the process that started it, even after kill -9', async () => {
    const dist = join(__dirname, '..', '..', 'dist', 'process');
    const script = `require(${JSON.stringify(dist)}).spawnGuarded({
      command: '/bin/sleep', args: ['60'], env: {}, cwd: '/', stopSignal: 'TERM', graceMs: 1000,
      onLine: () => undefined,
    }).then((guarded) => console.log(guarded.pid));`;
    const starter = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [chunk] = (await once(starter.stdout, 'data')) as [Buffer];
    const guard = Number(chunk.toString());
    const group = await wholeGroup(guard);
    starter.kill('SIGKILL');
    for (const pid of group) expect(await untilGone(pid, 5_000)).toBe(true);
  });
});

/** The guard and, after it has started them, the program and the watcher. */
async function wholeGroup(leader: number): Promise<number[]> {
  for (;;) {
    const text = readFileSync(`/proc/${leader}/task/${leader}/children`, 'utf8');
    const children = text.trim().split(' ').filter(Boolean).map(Number);
    if (children.length === 2) return [leader, ...children];
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
