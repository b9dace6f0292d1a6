import { writeFileSync } from 'node:fs';
import { ApiError, createClient, TidemarkError } from '@tidemark/client';
import { Command } from 'commander';
import type { Environment } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import { productAddress } from '../running-address';
import type { Terminal } from '../terminal';
import { projectTypes } from './project-types';
import { readFacts } from './read-facts';

interface TypesOptions {
  readonly project: string;
  readonly out: string;
  readonly url?: string;
}

/** `tidemark types`: a declaration file of a project's events, properties and flags. */
export function typesCommand(env: Environment, terminal: Terminal): Command {
  return new Command('types')
    .description(
      "write the names and types of a project's events, properties and flags as TypeScript; " +
        'TIDEMARK_API_KEY is a personal key with event_definition:read, property_definition:read and feature_flag:read',
    )
    .requiredOption('--project <id>', 'the id of the project')
    .requiredOption('--out <file>', 'the file to write, such as src/tidemark.d.ts; - prints it')
    .option(
      '--url <address>',
      'the address of Tidemark; default: that of the one running in DATA_DIR',
    )
    .action(async ({ project, out, url }: TypesOptions) => {
      const apiKey = env['TIDEMARK_API_KEY'];
      if (apiKey === undefined || apiKey === '') {
        throw new CommandError(
          'TIDEMARK_API_KEY is missing: set it to a personal API key',
          EXIT.usage,
        );
      }
      const host = productAddress(env, url);
      const facts = await readFacts(createClient({ host, apiKey, projectId: project })).catch(
        (error: unknown) => {
          throw commandError(error);
        },
      );
      const text = projectTypes(facts);
      if (out === '-') {
        terminal.out(text);
        return;
      }
      writeFileSync(out, text);
      const { events, flags } = facts;
      terminal.out(`wrote ${out}: ${events.length} events, ${flags.length} flags`);
    });
}

function commandError(error: unknown): unknown {
  if (error instanceof ApiError) {
    const code = error.status === 404 ? EXIT.notFound : EXIT.failed;
    return new CommandError(`${String(error.status)}: ${error.detail}`, code);
  }
  return error instanceof TidemarkError ? new CommandError(error.message, EXIT.failed) : error;
}
