import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findKafka } from '@tidemark/testing';
import { installNodeBinaries, nodeBinaries } from '../../../tests/src/node-versions/install-node';

const REPOSITORY = join(__dirname, '..', '..', '..');
/** The timeout of the suites, which take 90 seconds on an idle machine. */
const SUITES_MS = 400_000;
/** The timeout of downloads, which are needed once per machine. */
const DOWNLOADS_MS = 450_000;

/** Returns the reason why the suites cannot run here; null if they can. */
async function findMissing(): Promise<string | null> {
  const jars = await findKafka();
  return 'missing' in jars ? jars.missing : installNodeBinaries();
}

/** Runs the suites in a process group, which is killed at the end. */
async function runSuites(): Promise<{ readonly code: number | null; readonly output: string }> {
  const node = nodeBinaries().find(({ version }) => version.startsWith('24.'));
  if (node === undefined) throw new Error('tests/node-versions names no Node.js 24');
  const jest = join(REPOSITORY, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, '--config', 'jest.kafka.config.js', '--runInBand', '--forceExit'];
  const child = spawn(join(node.folder, 'node'), args, {
    cwd: REPOSITORY,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killAll = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      // The whole group has already ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  process.once('exit', killAll);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const timer = setTimeout(() => {
    output += `\nthe suites were ended after ${SUITES_MS} ms\n`;
    killAll();
  }, SUITES_MS);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      // Remaining processes would keep the output open.
      child.once('error', reject).once('exit', killAll).once('close', resolve);
    });
    return { code, output };
  } finally {
    clearTimeout(timer);
    process.off('exit', killAll);
  }
}

/** The suites need real brokers, and a version of Node.js that the client of Kafka supports. */
it(
  'the suites of Kafka pass on Node.js 24',
  async () => {
    const missing = await findMissing();
    if (missing !== null) {
      process.stderr.write(`SKIPPED, no suites of Kafka: ${missing}\n`);
      return;
    }
    const { code, output } = await runSuites();
    if (code !== 0) throw new Error(`the suites of Kafka failed:\n${output}`);
    expect(output).toMatch(/Tests: +\d+ passed, \d+ total/);
  },
  SUITES_MS + DOWNLOADS_MS,
);
