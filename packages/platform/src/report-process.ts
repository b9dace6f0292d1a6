import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ProcessReport } from '@tidemark/contracts';
import type { Readiness } from './health';
import { productVersion } from './product-version';

/** Where processes report what they are, for whoever looks after the installation. */
export interface ProcessRegister {
  /** Replaces the earlier report of the process. */
  report(report: ProcessReport): Promise<void>;
  /** The process has ended in order. */
  withdraw(id: string): Promise<void>;
}

/** A process reports so often; one that has not for several times as long is missing. */
export const REPORT_EVERY_MS = 5_000;

export interface ProcessReports {
  /** Withdraws the report; the register must still be open. */
  stop(): Promise<void>;
}

/**
 * Reports the state of this process at once and every few seconds. A report that cannot be written is missing in the
 * register, which is how its readers learn of it.
 */
export function reportProcess(deps: {
  readonly service: string;
  readonly register: ProcessRegister;
  readonly readiness: () => Promise<Readiness>;
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
}): ProcessReports {
  const { service, register, onFailure } = deps;
  const identity = {
    id: randomUUID(),
    service,
    version: productVersion(),
    host: hostname(),
    pid: process.pid,
    startedAt: new Date().toISOString(),
  };
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    try {
      const { ready, checks } = await deps.readiness();
      await register.report({ ...identity, ready, checks });
    } catch (error) {
      onFailure(error);
    }
  };
  // One at a time: a store that does not respond must not gather requests.
  const tick = (): void => {
    writing ??= write().finally(() => {
      writing = null;
    });
  };
  tick();
  const timer = setInterval(tick, deps.everyMs ?? REPORT_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await writing;
      await register.withdraw(identity.id).catch(onFailure);
    },
  };
}
