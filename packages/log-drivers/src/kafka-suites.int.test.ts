import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findKafka } from '@tidemark/testing';
import { installNodeBinaries, nodeBinaries } from '../../../tests/src/node-versions/install-node';

const run = promisify(execFile);
const REPOSITORY = join(__dirname, '..', '..', '..');
const SUITES_MS = 400_000;

/** The suites that need real brokers, in a process of a Node.js that the client of Kafka runs on. */
it(
  'the suites of Kafka pass on Node.js 24',
  async () => {
    const jars = await findKafka();
    const missing = 'missing' in jars ? jars.missing : installNodeBinaries();
    if (missing !== null) {
      console.warn(`SKIPPED, no suites of Kafka: ${missing}`);
      return;
    }
    const node = nodeBinaries().find(({ version }) => version.startsWith('24.'));
    const jest = join(REPOSITORY, 'node_modules', 'jest', 'bin', 'jest.js');
    const args = [jest, '--config', 'jest.kafka.config.js', '--runInBand', '--forceExit'];
    await run(join(node?.folder ?? '', 'node'), args, {
      cwd: REPOSITORY,
      timeout: SUITES_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 ** 2,
    });
  },
  SUITES_MS + 20_000,
);
