import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `tidemark restore` works in this folder of DATA_DIR and removes it at its end. */
const FOLDER = 'restoring';

/** @throws Error with one line if a restore into the directory is running or was interrupted. */
export function rejectUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, FOLDER))) return;
  throw new Error(
    `a restore into ${dataDir} has not finished. If it is not running, delete the directory and restore again.`,
  );
}
