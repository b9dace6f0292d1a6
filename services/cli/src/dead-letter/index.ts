import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { Environment } from '../config';
import { kafkaUrl, redisUrl } from '../config';
import type { Terminal } from '../terminal';
import { withIngestLog } from '../with-ingest-log';
import type { DeadLetterContext } from './commands';
import { discardLetters, listLetters, replayLetters, showLetter } from './commands';
import type { Selection } from './select';

const DEFAULT_LIMIT = 50;

/** `tidemark dead-letter …`: records that ingestion could not process. */
export function deadLetterCommand(env: Environment, terminal: Terminal): Command {
  const group = new Command('dead-letter').description(
    'records that ingestion could not process; they are kept until replayed or discarded',
  );
  const run = (
    options: { readonly json?: boolean },
    work: (context: DeadLetterContext) => Promise<void>,
  ): Promise<void> =>
    withIngestLog({ redis: redisUrl(env), kafka: kafkaUrl(env) }, ({ deadLetters }) =>
      work({ letters: deadLetters, terminal, json: options.json === true }),
    );

  filters(group.command('list').description('list dead letters, oldest first'))
    .option('--limit <count>', 'the maximum number', positiveInteger, DEFAULT_LIMIT)
    .option('--json', 'print one JSON object')
    .action((options: Selection & { json?: boolean; limit: number }) =>
      run(options, (context) => listLetters(context, options, options.limit)),
    );
  group
    .command('show')
    .description('print one dead letter with its record, as JSON')
    .argument('<id>', 'the id that `list` prints')
    .action((id: string) => run({}, (context) => showLetter(context, id)));
  choice(group.command('replay').description('put dead letters back into the ingest log')).action(
    (options: Selection & { json?: boolean }) =>
      run(options, (context) => replayLetters(context, options)),
  );
  choice(
    group
      .command('discard')
      .description('remove dead letters permanently, and print each as a line of JSON'),
  ).action((options: Selection & { json?: boolean }) =>
    run(options, (context) => discardLetters(context, options)),
  );
  return group;
}

function filters(command: Command): Command {
  return command
    .option('--reason <text>', 'only those whose reason contains this text')
    .option('--project <id>', 'only those of this project', positiveInteger);
}

function choice(command: Command): Command {
  return filters(command)
    .option('--id <id>', 'only the dead letter with this id')
    .option('--all', 'all current dead letters')
    .option('--json', 'print the count as JSON');
}
