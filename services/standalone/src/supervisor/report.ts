import type { SupervisorReport } from './child';
import type { Terminal } from '../console/terminal';

/**
 * One line for each thing the supervisor has to say.
 *
 * @param logOf where the process of a name writes its log
 * @param cause what is known about why processes end just now, to follow the report; empty when nothing is
 */
export function reportTo(
  terminal: Terminal,
  logOf: (name: string) => string,
  cause: () => string,
): SupervisorReport {
  const soon = (ms: number): string => `starting it again in ${ms / 1000} s`;
  return {
    crashed: (name, how, restartInMs) =>
      terminal.warn(`${name} ${how}${cause()}; ${soon(restartInMs)}. Its log is ${logOf(name)}`),
    restartFailed: (name, reason, restartInMs) =>
      terminal.warn(
        `${name} did not start (${reason})${cause()}; ${soon(restartInMs)}. Its log is ${logOf(name)}`,
      ),
    recovered: (name) => terminal.line(`  ${name}: ready again`),
  };
}
