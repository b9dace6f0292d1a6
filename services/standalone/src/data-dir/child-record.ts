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
 * DATA_DIR/run/children.json: which processes belong to this start. The record serves the start after a crash, so
 * one that cannot be written ends nothing that runs.
 */
export interface ChildRecord {
  started(name: string, pid: number): void;
  ended(name: string): void;
}

const FILE = 'children.json';
/** Longer than the grace of any child, which has been stopping since its supervisor died. */
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
 * Ends, with their groups, the children of an earlier start that still live. They stop by
 * themselves when their supervisor dies; this waits for that and kills what hangs.
 *
 * @returns their names
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
    // None (the earlier start ended well), or cut short by a crash: nothing can be read off it.
    return [];
  }
}
