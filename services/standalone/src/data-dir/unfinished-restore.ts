import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `tidemark restore` works in this folder of DATA_DIR and removes it when all is in place. */
const FOLDER = 'restoring';

/** @throws one line when a restore into the directory did not finish, or is still at it. */
export function rejectUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, FOLDER))) return;
  throw new Error(
    `a restore into ${dataDir} has not finished. If it is not running, delete the directory and restore again.`,
  );
}
