import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file in DATA_DIR/run. */
const FILE = 'address';

/** Stores the address of the running product for commands (`tidemark setup-link`), as in `http://127.0.0.1:8000`. */
export function publishAddress(runDir: string, address: string): void {
  writeFileSync(join(runDir, FILE), `${address}\n`);
}

export function withdrawAddress(runDir: string): void {
  rmSync(join(runDir, FILE), { force: true });
}
