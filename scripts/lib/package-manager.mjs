import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, root } from './run.mjs';
import { WorkspaceError } from './workspace-error.mjs';

const folder = join(root, 'scripts', 'pnpm');
const program = join(folder, 'node_modules', '.bin', 'pnpm');

/**
 * Returns the path of pnpm. `scripts/pnpm/package-lock.json` names its version and checksum; npm installs it in that
 * folder once and rejects any other content, so pnpm need not be installed on the machine.
 *
 * @throws WorkspaceError if pnpm cannot be installed
 */
export async function packageManager() {
  const wanted = versionIn(folder, 'dependencies');
  if (existsSync(program) && versionIn(join(folder, 'node_modules', 'pnpm')) === wanted) {
    return program;
  }
  const { code, output } = await capture('npm', [
    ...['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
  ]);
  if (code !== 0) {
    throw new WorkspaceError(`pnpm ${wanted} could not be installed in ${folder}:\n${output}`);
  }
  return program;
}

function versionIn(directory, field = 'version') {
  const found = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))[field];
  return typeof found === 'string' ? found : found.pnpm;
}
