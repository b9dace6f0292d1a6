import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

/** The lock file in this folder contains the checksum of every binary, so npm rejects any other content. */
const NAMED_IN = join(REPOSITORY, 'tests', 'node-versions');
const FILES = ['package.json', 'package-lock.json'] as const;
const CACHE = join(REPOSITORY, '.cache');
const DOWNLOAD_MS = 120_000;

interface PackageFile {
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export interface NodeBinary {
  /** `24.21.0` */
  readonly version: string;
  readonly folder: string;
}

/** The versions that `engines` permits, in the order of the package file. */
export function nodeBinaries(): NodeBinary[] {
  const file = JSON.parse(readFileSync(join(NAMED_IN, 'package.json'), 'utf8')) as PackageFile;
  const folder = installFolder();
  return Object.entries(file.optionalDependencies).map(([alias, from]) => ({
    version: from.slice(from.lastIndexOf('@') + 1),
    folder: join(folder, 'node_modules', alias, 'bin'),
  }));
}

/** Other versions get another folder. */
function installFolder(): string {
  const lock = readFileSync(join(NAMED_IN, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  return join(CACHE, `node-versions-${hash}`);
}

/**
 * Downloads the binaries once per checkout. They are too large to be dependencies of the workspace. Several test files
 * may do this at the same time: each downloads into a folder of its own, and the first one to finish moves it.
 *
 * @returns null, or the reason why they are missing
 */
export function installNodeBinaries(): string | null {
  const folder = installFolder();
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const work = mkdtempSync(join(CACHE, 'node-versions-new-'));
    try {
      for (const file of FILES) copyFileSync(join(NAMED_IN, file), join(work, file));
      const args = ['ci', '--prefix', work, '--ignore-scripts', '--no-audit', '--no-fund'];
      execFileSync('npm', args, { timeout: DOWNLOAD_MS, stdio: 'pipe' });
      if (!existsSync(folder)) renameSync(work, folder);
    } catch (error) {
      // Another process may have moved its folder after the check.
      if (!existsSync(folder)) {
        return `npm could not download them: ${String(error).split('\n')[0] ?? ''}`;
      }
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const missing = nodeBinaries().filter((binary) => !existsSync(join(binary.folder, 'node')));
  // The packages are for Linux on x64; elsewhere npm does not install them.
  return missing.length === 0 ? null : `npm has none for ${process.platform} on ${process.arch}`;
}
