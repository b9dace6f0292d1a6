import { plainMessage } from '@tidemark/platform';
import { readConfig } from './config';
import type { Terminal } from './console/terminal';
import { createTerminal } from './console/terminal';
import { runStandalone } from './run-standalone';

/** npm passes a Ctrl-C on although the terminal sent it to us too: one stop, however many signals. */
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * The whole life of `npm start`: reads the environment, starts everything, stops it at a signal and
 * ends the process, with 0 after a stop and 1, after one line that says why, when it cannot start.
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
      // Stopped while starting: what fails because of that is no failure.
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
