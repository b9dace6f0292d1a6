import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { REPOSITORY } from '../../support/standalone';
import { WORKER_SCRIPT } from '../stores';

/** Another ingest-worker on the product's stores, so that there is one to take partitions over. */
export interface SecondWorker {
  pid(): number;
  /** Starts it again, as its operator would, if it is gone. */
  revive(): void;
  stop(): Promise<void>;
}

export function startSecondWorker(environment: Readonly<Record<string, string>>): SecondWorker {
  const start = (): ChildProcess =>
    spawn(process.execPath, [join(REPOSITORY, WORKER_SCRIPT)], {
      env: { ...environment, PORT: '0', METRICS_PORT: '0' },
      stdio: 'ignore',
    });
  let child = start();
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: () => child.pid ?? -1,
    revive: () => {
      if (isGone()) child = start();
    },
    stop: async () => {
      if (isGone()) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
