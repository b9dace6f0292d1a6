import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const STEP_TIMEOUT_MS = 120_000;

/**
 * Unpacks Debian packages, and the libraries that this machine lacks, into `<work>/root`, without root privileges and
 * without changes of the system. apt uses its own lists and cache, and `dpkg -x` only extracts.
 * @throws the errors of apt or dpkg; `ENOENT` if they are not installed
 */
export async function unpackDebianPackages(
  packages: readonly string[],
  work: string,
): Promise<void> {
  const [lists, cache, debs, root] = ['lists', 'cache', 'debs', 'root'].map((name) =>
    join(work, name),
  ) as [string, string, string, string];
  await Promise.all([
    mkdir(join(lists, 'partial'), { recursive: true }),
    mkdir(join(cache, 'archives/partial'), { recursive: true }),
    mkdir(debs, { recursive: true }),
    mkdir(root, { recursive: true }),
  ]);
  const options = [
    `Dir::State::lists=${lists}`,
    `Dir::Cache=${cache}`,
    'Debug::NoLocking=1',
    // As root, apt would download as the user `_apt`, which cannot access a private directory.
    'APT::Sandbox::User=root',
    'Acquire::Retries=2',
  ].flatMap((option) => ['-o', option]);
  const apt = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('apt-get', [...options, ...args], {
      cwd: debs,
      timeout: STEP_TIMEOUT_MS,
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  };
  await apt('-qq', 'update');
  const plan = await apt(
    '--simulate',
    '--reinstall',
    '--no-install-recommends',
    'install',
    ...packages,
  );
  await apt('-qq', 'download', ...new Set([...packages, ...packagesToInstall(plan)]));
  for (const deb of await readdir(debs)) {
    await run('dpkg', ['-x', join(debs, deb), root], { timeout: STEP_TIMEOUT_MS });
  }
}

/** The names on the `Inst` lines of a simulated installation: packages that this machine lacks. */
export function packagesToInstall(simulation: string): string[] {
  return [...simulation.matchAll(/^Inst (\S+)/gm)].flatMap((match) => match[1] ?? []);
}
