import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const logger = join(__dirname, '..', 'dist', 'logger');

/**
 * Logs more than a pipe can buffer. After `process.stdout` is accessed, a write to a full pipe fails instead of
 * blocking.
 */
const service = `
  process.on('disconnect', () => process.exit(0));
  process.stdout.isTTY;
  const { createLogger } = require(${JSON.stringify(logger)});
  const log = createLogger('test', 'info');
  process.stderr.write(\`\${process.pid} \${process.ppid}\`);
  setInterval(() => { for (let n = 0; n < 2000; n += 1) log.info('x'.repeat(1000)); }, 50);
`;
const starter = `
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(service)}], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true,
  });
  setInterval(() => undefined, 1000);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}

async function untilGone(pid: number, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end;) {
    if (!isAlive(pid)) return true;
    await sleep(50);
  }
  return false;
}

it('a service whose output is not read ends when its supervisor has exited', async () => {
  const shell = spawn(`"$NODE" -e "$STARTER" | sleep 300`, {
    shell: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE: process.execPath, STARTER: starter },
    detached: true,
  });
  try {
    const [chunk] = (await once(shell.stderr, 'data')) as [Buffer];
    const [service, supervisor] = chunk.toString().split(' ').map(Number);
    if (service === undefined || supervisor === undefined) throw new Error('no pids');
    await sleep(1_000);
    expect(isAlive(service)).toBe(true);
    process.kill(supervisor, 'SIGKILL');
    expect(await untilGone(service, 10_000)).toBe(true);
  } finally {
    if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
  }
});
