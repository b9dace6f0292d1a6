import { plainMessage } from '@tidemark/platform';
import { Command, CommanderError } from 'commander';
import { backupCommands } from './backup';
import type { Environment } from './config';
import { configCommand } from './configuration/config-command';
import { deadLetterCommand } from './dead-letter';
import { demoCommand } from './demo';
import { CommandError, EXIT } from './exit-codes';
import { flagsCommand } from './flags';
import { exportCommand } from './export';
import { importCommand } from './import';
import { personsCommand } from './persons';
import { squashCommand } from './squash';
import { managementCommands } from './management';
import { migrateCommand } from './migrate/migrate-command';
import type { Terminal } from './terminal';
import { typesCommand } from './types/types-command';

const USAGE_HINT = 'Add --help for the usage.';

/**
 * Runs one command line of `npm run tidemark`. Each group of commands has its own folder.
 *
 * @param args without the program's name.
 * @returns the exit code, see `EXIT`.
 */
export async function runCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  const program = createProgram(env, terminal);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // Commander has already printed a help text or an error message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    terminal.err(`ERROR ${plainMessage(error)}`);
    const exitCode = error instanceof CommandError ? error.exitCode : EXIT.failed;
    if (exitCode === EXIT.usage) terminal.err(USAGE_HINT);
    return exitCode;
  }
}

/** Creates the program with all commands. */
export function createProgram(env: Environment, terminal: Terminal): Command {
  const program = new Command('tidemark')
    .description(
      'Operates a Tidemark: the one with REDIS_URL and DATABASE_URL, or the one running in DATA_DIR (./data).',
    )
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 not found.')
    .addCommand(deadLetterCommand(env, terminal))
    .addCommand(squashCommand(env, terminal))
    .addCommand(personsCommand(env, terminal))
    .addCommand(demoCommand(env, terminal))
    .addCommand(flagsCommand(env, terminal))
    .addCommand(importCommand(env, terminal))
    .addCommand(exportCommand(env, terminal))
    .addCommand(migrateCommand(env, terminal))
    .addCommand(configCommand(env, terminal))
    .addCommand(typesCommand(env, terminal));
  const more = [...backupCommands(env, terminal), ...managementCommands(env, terminal)];
  for (const command of more) program.addCommand(command);
  prepare(program, terminal);
  return program;
}

/** Applies settings that commander does not inherit to commands that are added later. */
function prepare(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .showHelpAfterError(USAGE_HINT)
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, 'ERROR ')),
    });
  for (const below of command.commands) prepare(below, terminal);
}
