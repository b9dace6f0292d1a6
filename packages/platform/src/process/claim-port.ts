import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than a start takes on a busy machine. */
const CLAIM_MS = 180_000;

/** Error codes of a directory that this process may not write to. */
const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Claims a port for three minutes, so that no other start of the same user on this machine chooses it before a service
 * listens on it. Returns false if the port is claimed already, and true if claims cannot be stored on this machine.
 *
 * @param now milliseconds since 1970
 * @param directory contains an empty file for each claimed port
 */
export async function claimPort(
  port: number,
  now = Date.now(),
  directory = join(tmpdir(), `tidemark-ports-${process.getuid?.() ?? 'user'}`),
): Promise<boolean> {
  try {
    await mkdir(directory, { recursive: true });
    await removeExpired(directory, now);
    await (await open(join(directory, String(port)), 'wx')).close();
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') return false;
    // Without a directory, two starts can choose the same port, which is rare.
    if (NOT_WRITABLE.has(code)) return true;
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
