import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, processIdentity } from './process-identity';

/** Thrown when another start uses the same directory. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string, pid: number) {
    super(`${dataDir} is in use by a running Tidemark (process ${pid}). Stop it or set DATA_DIR.`);
    this.name = 'DataDirInUseError';
  }
}

interface Owner {
  readonly pid: number;
  readonly identity: string;
}

const ATTEMPTS = 3;

/**
 * Locks the directory for this process until the returned function is called. A lock whose owner has died is ignored.
 *
 * The lock is created as a hard link to a complete file, so that it is never read incomplete. The lock of a dead owner
 * is renamed, not deleted: if two starts find the same lock, only one can rename it, and a start that has renamed
 * the lock of a running process by mistake restores it.
 *
 * @param runDir an existing folder for files of the running process
 * @throws DataDirInUseError
 */
export function lockDataDir(dataDir: string, runDir: string, pid = process.pid): () => void {
  const lock = join(runDir, 'supervisor.lock');
  const mine = join(runDir, `supervisor.lock.${pid}`);
  const owner: Owner = { pid, identity: processIdentity(pid) };
  writeFileSync(mine, JSON.stringify(owner), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (link(mine, lock)) return () => rmSync(lock, { force: true });
      const holder = readOwner(lock);
      if (holder !== null && isAlive(holder.pid, holder.identity)) {
        throw new DataDirInUseError(dataDir, holder.pid);
      }
      discard(lock, `${mine}.dead`);
    }
    throw new DataDirInUseError(dataDir, readOwner(lock)?.pid ?? 0);
  } finally {
    rmSync(mine, { force: true });
  }
}

function discard(lock: string, aside: string): void {
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = readOwner(aside);
  if (moved !== null && isAlive(moved.pid, moved.identity)) link(aside, lock);
  rmSync(aside, { force: true });
}

/** Creates a hard link. Returns false if the name exists. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(path: string): Owner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch {
    // The lock was released meanwhile or damaged by a full disk; in both cases it has no owner.
    return null;
  }
}
