import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Longer than a start takes on a busy machine. */
const CLAIM_MS = 180_000;

/**
 * Claims a port for some minutes, so that no other start of the same user on this machine chooses it before a
 * service listens on it. Returns false if the port is claimed already.
 *
 * @param now milliseconds since 1970
 * @param directory holds an empty file for each claimed port
 */
export async function claimPort(
  port: number,
  now = Date.now(),
  directory = join(tmpdir(), `tidemark-ports-${userInfo().username}`),
): Promise<boolean> {
  await mkdir(directory, { recursive: true });
  await removeExpired(directory, now);
  try {
    await (await open(join(directory, String(port)), 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeExpired(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const claimed = await stat(path).catch((error: unknown) => {
      // Another start removed the file.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    if (claimed !== null && now - claimed.mtimeMs > CLAIM_MS) await rm(path, { force: true });
  }
}
