import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ProcessReport } from '@tidemark/contracts';
import type { Readiness } from './health';
import { productVersion } from './product-version';

/** The register in which processes report their state, for the administrators of the installation. */
export interface ProcessRegister {
  /** Replaces the previous report of the process. */
  report(report: ProcessReport): Promise<void>;
  /** Removes the report of a process that shut down normally. */
  withdraw(id: string): Promise<void>;
}

/** The interval of the reports; a process without a report for several intervals is missing. */
export const REPORT_EVERY_MS = 5_000;

export interface ProcessReports {
  /** Removes the report; the register must still be open. */
  stop(): Promise<void>;
}

/**
 * Reports the state of this process now and then every few seconds. If a report cannot be written, it is missing in
 * the register, and readers of the register notice that.
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
  // Only one report runs at a time, so that requests to a store that does not respond do not accumulate.
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
