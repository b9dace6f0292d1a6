import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'shown-key';

/**
 * Whether the personal key was printed in full before: a start shows it once, when it is new, and logs of later
 * starts do not hold it. A data directory from before this rule shows it once more.
 *
 * @param runDir the directory of what this installation notes about its processes
 */
export function wasShown(runDir: string, personalApiKey: string): boolean {
  try {
    return readFileSync(join(runDir, FILE), 'utf8').trim() === digestOf(personalApiKey);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Notes that the key was printed; only its digest is kept. */
export function noteShown(runDir: string, personalApiKey: string): void {
  writeFileSync(join(runDir, FILE), `${digestOf(personalApiKey)}\n`, { mode: 0o600 });
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
