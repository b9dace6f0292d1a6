import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

/** `newest`: Node.js 24 from npm if the Node.js of this process is older; `own`: always the one of this process. */
export type NodeChoice = 'newest' | 'own';

/** A Node.js that can run services. */
export interface ServiceNode {
  /** The path of the program. */
  readonly path: string;
  /** Without the `v`, for example `24.22.1`. */
  readonly version: string;
  /** Why it is not Node.js 24 from npm although that was wanted; null if nothing was wrong. */
  readonly problem: string | null;
}

/** The first version that services use as it is. Older ones need more processor time and end their life in 2026. */
const MIN_MAJOR = 24;
const START_MS = 10_000;

/**
 * Chooses the Node.js for services. npm downloads Node.js 24 with the dependencies, for Linux with glibc on x64 and
 * arm64; where it is missing or does not start, services run on the Node.js of this process.
 */
export function chooseServiceNode(choice: NodeChoice): ServiceNode {
  const own = { path: process.execPath, version: process.versions.node, problem: null };
  if (choice === 'own' || Number.parseInt(own.version, 10) >= MIN_MAJOR) return own;
  const name = `node-${process.platform}-${process.arch}`;
  try {
    const path = join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'node');
    const version = execFileSync(path, ['--version'], { encoding: 'utf8', timeout: START_MS });
    return { path, version: version.trim().replace(/^v/, ''), problem: null };
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    return { ...own, problem: `${name} cannot be used: ${reason}` };
  }
}
