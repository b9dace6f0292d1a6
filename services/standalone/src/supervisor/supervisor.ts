import { plainMessage } from '@tidemark/platform';
import type { ManagedProcess } from '@tidemark/platform';
import type { ChildRecord } from '../data-dir/child-record';
import type { BackOff } from './back-off';
import type { ChildSpec, SupervisorReport } from './child';
import type { KeptChild } from './kept-child';
import { keepChild } from './kept-child';

export interface Supervisor {
  /**
   * Starts a child, resolves when it is healthy, and keeps it running from then on.
   *
   * @throws if the first start fails or the supervisor is stopping
   */
  start<T extends ManagedProcess>(spec: ChildSpec<T>): Promise<T>;
  /** Stops all children, the last started first. Safe to call twice. */
  stop(): Promise<void>;
}

/** Keeps children running. A child may depend on those that were started before it; `stop` uses the reverse order. */
export function createSupervisor(deps: {
  readonly report: SupervisorReport;
  readonly record: ChildRecord;
  readonly backOff: BackOff;
}): Supervisor {
  const kept: KeptChild[] = [];
  let stopping: Promise<void> | null = null;

  const stopAll = async (): Promise<void> => {
    for (const child of [...kept].reverse()) await child.stop();
  };

  return {
    start: async (spec) => {
      if (stopping !== null) throw new Error('stopping');
      const child = keepChild(spec, deps);
      kept.push(child);
      return child.first.catch((error: unknown) => {
        const reason = plainMessage(error);
        throw new Error(`${spec.name}: ${reason}`, { cause: error });
      });
    },
    stop: () => (stopping ??= stopAll()),
  };
}
