import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WORKER_SCRIPT } from '../../test-support/product-processes';
import { REPOSITORY } from '../../test-support/standalone';
import type { Target } from './strike';

/** A second ingest-worker on the stores of the product, which can take over partitions. */
export interface SecondWorker extends Target {
  /** Restarts it if it has exited; resolves when it is ready. */
  revive(): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
}

export async function startSecondWorker(
  environment: Readonly<Record<string, string>>,
): Promise<SecondWorker> {
  const start = async (): Promise<ChildProcess> => {
    const started = fork(join(REPOSITORY, WORKER_SCRIPT), [], {
      env: { ...environment, PORT: '0', METRICS_PORT: '0' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = once(started, 'exit').then(([code]): never => {
      throw new Error(`the second ingest-worker ended with ${String(code)}`);
    });
    // The worker sends a message when it listens.
    await Promise.race([once(started, 'message'), ended]);
    // A later exit is intended, so its rejection is ignored.
    ended.catch(() => undefined);
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
    stop: async (signal) => {
      if (isGone()) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}
