import type { SupervisorReport } from '../supervisor/child';
import type { Terminal } from './terminal';

/** One line for each thing the supervisor has to say. */
export function reportTo(terminal: Terminal): SupervisorReport {
  const soon = (ms: number): string => `starting it again in ${ms / 1000} s`;
  return {
    crashed: (name, how, restartInMs) => terminal.warn(`${name} ${how}; ${soon(restartInMs)}`),
    restartFailed: (name, reason, restartInMs) =>
      terminal.warn(`${name} did not start (${reason}); ${soon(restartInMs)}`),
    recovered: (name) => terminal.line(`  ${name}: ready again`),
  };
}
