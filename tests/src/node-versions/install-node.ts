import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

/** The lock file in this folder contains the checksum of every binary, so npm rejects any other content. */
const FOLDER = join(REPOSITORY, 'tests', 'node-versions');
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
  const file = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as PackageFile;
  return Object.entries(file.optionalDependencies).map(([alias, from]) => ({
    version: from.slice(from.lastIndexOf('@') + 1),
    folder: join(FOLDER, 'node_modules', alias, 'bin'),
  }));
}

/**
 * Downloads the binaries once per checkout. They are too large to be dependencies of the workspace.
 *
 * @returns null, or the reason why they are missing
 */
export function installNodeBinaries(): string | null {
  const missing = (): NodeBinary[] =>
    nodeBinaries().filter(({ folder }) => !existsSync(join(folder, 'node')));
  if (missing().length === 0) return null;
  const args = ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'];
  try {
    execFileSync('npm', args, { timeout: DOWNLOAD_MS, stdio: 'pipe' });
  } catch (error) {
    return `npm could not download them: ${String(error).split('\n')[0] ?? ''}`;
  }
  // The packages are for Linux on x64; elsewhere npm does not install them.
  return missing().length === 0 ? null : `npm has none for ${process.platform} on ${process.arch}`;
}
