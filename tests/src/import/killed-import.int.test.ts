import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../test-support/standalone';

const EVENTS = 5_000;

/** Runs the scenario of `npm run bench -- import` with few events. It throws if any result is not equal. */
it('imports a whole project with one command while five processes are killed', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(REPOSITORY, 'bench/dist/main.js'), 'import', '--events', String(EVENTS)],
    { cwd: REPOSITORY },
  );
  expect(stdout.match(/kill -9 of the /g)).toHaveLength(5);
  expect(stdout).toContain(`events: ${EVENTS} in the source, ${EVENTS} here`);
  expect(stdout).toContain('flags: 50 in the source, 50 here');
  expect(stdout.match(/reconciliation: all equal/g)).toHaveLength(2);
  expect(stdout.trimEnd()).toMatch(/all equal$/);
}, 600_000);
