import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebianPackages } from '@tidemark/platform';
import { REPOSITORY } from '../support/standalone';

const run = promisify(execFile);
const CACHE = join(REPOSITORY, '.cache', 'caddy');

/** The gateway's program: on PATH, or unpacked once from Debian's package. @throws where neither can be had */
export async function findCaddy(): Promise<string> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (existsSync(join(folder, 'caddy'))) return join(folder, 'caddy');
  }
  const unpacked = join(CACHE, 'usr/bin/caddy');
  if (!existsSync(unpacked)) await unpack();
  await run(unpacked, ['version']);
  return unpacked;
}

async function unpack(): Promise<void> {
  const work = `${CACHE}.unpacking`;
  await rm(work, { recursive: true, force: true });
  await mkdir(join(CACHE, '..'), { recursive: true });
  try {
    await unpackDebianPackages(['caddy'], work);
    await rename(join(work, 'root'), CACHE);
  } catch (error) {
    throw new Error('The topology test needs caddy: install it, or let apt download it', {
      cause: error,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
