// Checks the packages that run in production for advisories of the registry. An advisory fails the check unless
// audit-exceptions.json has a review of it, with a reason and an expiry date. The exit code is NOT_RUN if the audit
// could not run.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from './lib/advisories.mjs';
import { NOT_RUN } from './lib/outcome.mjs';
import { packageManager } from './lib/package-manager.mjs';
import { root } from './lib/run.mjs';

const TIMEOUT_MS = 60_000;
const exceptions = JSON.parse(readFileSync(join(root, 'scripts', 'audit-exceptions.json'), 'utf8'));

const { unavailable, problems } = judge(await ask(), exceptions, new Date());
if (unavailable !== null) console.log(`not run: no audit, ${unavailable}`);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
else process.exitCode = unavailable === null ? 0 : NOT_RUN;

/**
 * Returns the JSON report of the package manager, which exits with an error both for findings and if the registry does
 * not respond.
 */
async function ask() {
  const program = await packageManager().catch(() => null);
  if (program === null) return '';
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 };
    execFile(program, ['audit', '--prod', '--json'], options, (error, stdout) =>
      resolve(stdout === '' ? (error?.message ?? '') : stdout),
    );
  });
}
