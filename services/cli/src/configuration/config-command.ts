import { findNearMisses, redacted, schemas } from '@tidemark/configuration';
import type { ConfiguredProcess } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import { Argument, Command } from 'commander';
import type { Environment } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';

const PROCESSES = Object.keys(schemas) as ConfiguredProcess[];
const KNOWN = [...new Set(PROCESSES.flatMap((name) => Object.keys(schemas[name].shape)))];

/** `tidemark config`: checks the environment as a process reads it, without starting the process. */
export function configCommand(env: Environment, terminal: Terminal): Command {
  return new Command('config')
    .description('the configuration of the services')
    .addCommand(checkCommand(env, terminal));
}

function checkCommand(env: Environment, terminal: Terminal): Command {
  return new Command('check')
    .description(
      'read the environment as a service does, and print its settings or the errors; secrets are not shown',
    )
    .addArgument(new Argument('<process>', 'the service').choices(PROCESSES))
    .option('--json', 'print one JSON object')
    .action((name: ConfiguredProcess, options: { readonly json?: boolean }) => {
      const slips = findNearMisses(Object.keys(env), KNOWN);
      for (const { given, meant } of slips) {
        terminal.err(`${given}: unknown, did you mean ${meant}?`);
      }
      const config = redacted(loadConfig(schemas[name], env));
      terminal.out(
        options.json === true
          ? JSON.stringify(config)
          : Object.entries(config)
              .map(([variable, value]) => `${variable}=${String(value)}`)
              .join('\n'),
      );
      if (slips.length > 0) {
        throw new CommandError(
          'variables that look like misspellings are set (see above): correct or unset them',
          EXIT.failed,
        );
      }
    });
}
