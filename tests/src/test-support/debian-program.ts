import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebianPackages } from '@tidemark/platform';
import { REPOSITORY } from './standalone';

const run = promisify(execFile);

/**
 * Finds a program of another author that a test needs: on PATH, or unpacked once from Debian's package.
 *
 * @param version arguments with which the program prints its version and exits
 * @throws Error if neither is possible
 */
export async function findDebianProgram(
  packageName: string,
  program: string,
  version: readonly string[],
): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (existsSync(join(folder, program))) return join(folder, program);
  }
  const cache = join(REPOSITORY, '.cache', packageName);
  const unpacked = join(cache, 'usr/bin', program);
  if (!existsSync(unpacked)) await unpack(packageName, cache);
  await run(unpacked, [...version]);
  return unpacked;
}

async function unpack(packageName: string, cache: string): Promise<void> {
  // Several test files may need the program at the same time.
  const work = `${cache}.unpacking-${process.pid}`;
  await mkdir(work, { recursive: true });
  try {
    await unpackDebianPackages([packageName], work);
    await rename(join(work, 'root'), cache).catch((error: unknown) => {
      // Another process has already unpacked it.
      if (!existsSync(cache)) throw error;
    });
  } catch (error) {
    throw new Error(`A test needs ${packageName}: install it, or let apt download it`, {
      cause: error,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
