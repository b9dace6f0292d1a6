import type { SupervisorReport } from './child';
import type { Terminal } from '../console/terminal';

/**
 * Prints one line for each event of the supervisor.
 *
 * @param logOf returns the path of the log of a process
 * @param cause returns a likely cause of crashes, which is appended to a report; empty if none is known
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
