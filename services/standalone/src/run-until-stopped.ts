import { plainMessage } from '@tidemark/platform';
import { readConfig } from './config';
import type { Terminal } from './console/terminal';
import { createTerminal } from './console/terminal';
import { runStandalone } from './run-standalone';

/** The terminal sends a Ctrl-C to this process, and npm repeats it. All signals after the first are ignored. */
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `npm start`: reads the environment, starts all processes and stops them at a signal. The exit code is 0 after a
 * stop, and 1 if the start fails, after one line with the reason.
 */
export async function runUntilStopped(): Promise<void> {
  const terminal = createTerminal(process.stdout, process.stderr);
  try {
    const standalone = runStandalone(readConfig(), terminal);
    let stopping = false;
    const stop = async (): Promise<void> => {
      if (stopping) return;
      stopping = true;
      terminal.line('Stopping');
      await standalone.stop();
      terminal.line('Stopped');
      process.exit(0);
    };
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        stop().catch((error: unknown) => fail(terminal, 'could not stop everything', error));
      });
    }
    await standalone.started.catch((error: unknown) => {
      // A start that was interrupted by a stop is not an error.
      if (!stopping) throw error;
    });
  } catch (error) {
    fail(terminal, 'cannot start', error);
  }
}

function fail(terminal: Terminal, what: string, error: unknown): never {
  const message = plainMessage(error);
  const lines = message.split('\n').map((line) => line.trim());
  terminal.error(`Tidemark ${what}: ${lines.filter((line) => line !== '').join(' ')}`);
  process.exit(1);
}
