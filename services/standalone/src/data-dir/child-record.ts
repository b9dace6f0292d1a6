import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, killGroup } from '@tidemark/platform';
import { isAlive, processIdentity } from './process-identity';

interface RecordedChild {
  readonly name: string;
  readonly pid: number;
  readonly identity: string;
}

/**
 * The list of the processes of this start, in DATA_DIR/run/children.json. Only the start after a crash needs it, so a
 * failed write does not stop the processes.
 */
export interface ChildRecord {
  started(name: string, pid: number): void;
  ended(name: string): void;
}

const FILE = 'children.json';
/** Longer than the time that any child needs to stop after the death of its supervisor. */
const GRACE_MS = 35_000;

/** @param onFailure called with the first error of each period in which the record cannot be written */
export function createChildRecord(runDir: string, onFailure: (error: Error) => void): ChildRecord {
  const path = join(runDir, FILE);
  const children = new Map<string, RecordedChild>();
  const save = (): void => {
    if (children.size === 0) {
      rmSync(path, { force: true });
      return;
    }
    const unfinished = `${path}.new`;
    writeFileSync(unfinished, JSON.stringify([...children.values()]), { mode: 0o600 });
    renameSync(unfinished, path);
  };
  let isFailing = false;
  const trySave = (): void => {
    try {
      save();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onFailure(error as Error);
      isFailing = true;
    }
  };
  return {
    started: (name, pid) => {
      children.set(name, { name, pid, identity: processIdentity(pid) });
      trySave();
    },
    ended: (name) => {
      children.delete(name);
      trySave();
    },
  };
}

/**
 * Ends the children of an earlier start that are still running: sends SIGTERM, and kills them with their groups after
 * `GRACE_MS`. Children also stop by themselves when their supervisor dies.
 *
 * @param onFound called with the names of the running children, if there are any
 */
export async function endRecordedChildren(
  runDir: string,
  onFound: (names: readonly string[]) => void,
): Promise<void> {
  const alive = readRecord(join(runDir, FILE)).filter((child) =>
    isAlive(child.pid, child.identity),
  );
  if (alive.length === 0) return;
  onFound(alive.map((child) => child.name));
  await Promise.all(
    alive.map(async ({ pid }) => {
      await endProcess(pid, 'SIGTERM', GRACE_MS);
      killGroup(pid);
    }),
  );
}

function readRecord(path: string): readonly RecordedChild[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RecordedChild[];
  } catch {
    // The file does not exist, because the earlier start ended normally, or a crash has truncated it.
    return [];
  }
}
