import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RunFiles } from '../files/file-names';
import { DestinationUnavailableError, ExportRejectedError } from '../errors';
import type { ExportTarget } from './target';

const TEMPORARY = '.tmp';

/**
 * Writes files to the project's directory below the root that the operator configured. A file is written under a
 * hidden name, synced to disk and renamed, so readers see it complete or not at all.
 * @throws ExportRejectedError for a path outside the root
 */
export async function openFileTarget(
  root: string,
  projectId: number,
  files: RunFiles,
): Promise<ExportTarget> {
  const segments = [`project-${projectId}`, ...files.directory.split('/').filter(Boolean)];
  const directory = await makeDirectories(root, segments);
  const pathOf = (name: string): string => [...segments, name].join('/');
  const isLeftover = (name: string): boolean =>
    name.startsWith(`.${files.stem}`) && name.endsWith(TEMPORARY);

  return {
    pathOf,

    async write(name, body, signal) {
      const temporary = join(directory, `.${name}.${randomUUID()}${TEMPORARY}`);
      try {
        const file = createWriteStream(temporary, { flags: 'wx', mode: 0o640 });
        await pipeline(body, file, { signal });
        await makeDurable(temporary);
        await rename(temporary, join(directory, name));
        await makeDurable(directory);
      } catch (error) {
        await rm(temporary, { force: true });
        throw isFileError(error) ? unavailable(error) : error;
      }
    },

    async removeLeftovers() {
      const names = await readdir(directory);
      for (const name of names.filter(isLeftover)) await rm(join(directory, name), { force: true });
    },

    close: () => undefined,
  };
}

/** Every segment of the path must be a directory, not a link, which could lead out of the root. */
async function makeDirectories(root: string, segments: readonly string[]): Promise<string> {
  try {
    await mkdir(root, { recursive: true, mode: 0o750 });
    let path = await realpath(root);
    for (const segment of segments) {
      if (segment === '.' || segment === '..' || segment.includes('\0')) throw leavesRoot();
      path = join(path, segment);
      await mkdir(path, { mode: 0o750 }).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      if (!(await lstat(path)).isDirectory()) throw leavesRoot();
    }
    return path;
  } catch (error) {
    throw isFileError(error) ? unavailable(error) : error;
  }
}

async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function leavesRoot(): ExportRejectedError {
  return new ExportRejectedError('The prefix does not lead to a directory below the export root.');
}

/** Whether the file system raised the error, as opposed to an abort or an error of the exported rows. */
function isFileError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function unavailable(cause: unknown): Error {
  const code = String(codeOf(cause));
  return code === 'ENAMETOOLONG'
    ? new ExportRejectedError('The prefix is too long for the file system.', { cause })
    : new DestinationUnavailableError(`Writing to the export directory failed (${code}).`, {
        cause,
      });
}
