import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'shown-key';

/**
 * Whether an earlier start has printed the personal key in full. A key is printed once, so that the logs of later
 * starts do not contain it. An older data directory without this file prints it once more.
 *
 * @param runDir the folder for files about the processes of this installation
 */
export function wasShown(runDir: string, personalApiKey: string): boolean {
  try {
    return readFileSync(join(runDir, FILE), 'utf8').trim() === digestOf(personalApiKey);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Records that the key was printed. Only its digest is stored. */
export function noteShown(runDir: string, personalApiKey: string): void {
  writeFileSync(join(runDir, FILE), `${digestOf(personalApiKey)}\n`, { mode: 0o600 });
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
