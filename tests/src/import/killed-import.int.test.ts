import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../test-support/standalone';

const EVENTS = 5_000;

/** The scenario of `npm run bench -- import`, which throws when anything is not equal, with few events. */
it('imports a whole project by one command while five processes are killed', async () => {
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
