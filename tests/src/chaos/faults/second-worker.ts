import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { REPOSITORY } from '../../support/standalone';
import { WORKER_SCRIPT } from '../stores';
import type { Target } from './strike';

/** Another ingest-worker on the product's stores, so that there is one to take partitions over. */
export interface SecondWorker extends Target {
  /** Starts it again if it is gone; resolves when it is at work. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSecondWorker(
  environment: Readonly<Record<string, string>>,
): Promise<SecondWorker> {
  const start = async (): Promise<ChildProcess> => {
    const started = fork(join(REPOSITORY, WORKER_SCRIPT), [], {
      env: { ...environment, PORT: '0', METRICS_PORT: '0' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Its announcement that it listens; the stores may be away for a moment after a fault.
    await once(started, 'message');
    return started;
  };
  let child = await start();
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    name: 'second ingest-worker',
    pid: () => child.pid ?? null,
    revive: async () => {
      if (isGone()) child = await start();
    },
    stop: async () => {
      if (isGone()) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
