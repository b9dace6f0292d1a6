import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All descendant processes of `root`, as currently listed in /proc. */
export function descendants(root: number): Process[] {
  const all = allProcesses();
  const found: Process[] = [];
  const queue = [root];
  for (let parent = queue.pop(); parent !== undefined; parent = queue.pop()) {
    for (const child of all) {
      if (child.parent !== parent) continue;
      found.push(child);
      queue.push(child.pid);
    }
  }
  return found;
}

/** Whether a process with this id is running; a zombie is not. */
export function isAlive(pid: number): boolean {
  return readProcess(pid) !== null;
}

function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(fields[1]), command };
  } catch (error) {
    // The process ended after it was listed.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
