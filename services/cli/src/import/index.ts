import type { SourceKind } from '@tidemark/import-runs';
import { SOURCE_KINDS } from '@tidemark/import-runs';
import { createOutboundGuard } from '@tidemark/platform';
import { createImportRunRepository } from '@tidemark/postgres';
import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { Environment } from '../config';
import { databaseUrl } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';
import { table } from '../terminal';
import { withDatabase } from '../with-database';
import { importBody, importText } from './report';
import type { RunHereOptions } from './run-here';
import { runHere } from './run-here';
import type { SourceOptions } from './source-options';
import { openImportSource } from './source-options';

type Options = RunHereOptions & SourceOptions & { readonly json?: boolean };

const DESCRIPTIONS: Readonly<Record<SourceKind, string>> = {
  posthog: 'PostHog, or another Tidemark: a project by its address, or files of batch exports',
  mixpanel: 'Mixpanel: days by its export API, or files of the raw export and of profiles',
  amplitude: 'Amplitude: days by its Export API, or files of it, unzipped',
  segment: 'messages of Segment, one per line or in an array',
  umami: 'Umami: the CSV files of its export, website_event.csv and those with properties',
  plausible: 'Plausible: the CSV files of its export',
  csv: 'any CSV, with a mapping file',
};

/** `tidemark import …`: imports from other services into a project. */
export function importCommand(env: Environment, terminal: Terminal): Command {
  const group = new Command('import').description('import from another service');
  for (const kind of SOURCE_KINDS) group.addCommand(sourceCommand(kind, env, terminal));
  group
    .command('list')
    .description('list the imports of a project, newest first')
    .requiredOption('--project <id>', 'the id of the project', positiveInteger)
    .option('--json', 'print one JSON object')
    .action(({ project, json }: { readonly project: number; readonly json?: boolean }) =>
      withDatabase(databaseUrl(env), async (database) => {
        const everything = { limit: null, offset: 0 };
        const { rows } = await createImportRunRepository(database).list(project, everything);
        const lines = rows.map((run) => [
          ...[run.id, run.source, run.state, run.phase ?? '', run.createdAt.toISOString()],
        ]);
        terminal.out(
          json === true
            ? JSON.stringify({ imports: rows.map((run) => importBody(run, [])) })
            : table(['ID', 'SOURCE', 'STATE', 'PHASE', 'BEGUN'], lines),
        );
      }),
    );
  group
    .command('show')
    .description(
      'print the imported items, the rejected ones with the reason, and the differences to the source',
    )
    .argument('<id>')
    .requiredOption('--project <id>', 'the id of the project', positiveInteger)
    .option('--json', 'print one JSON object')
    .action((id: string, options: { readonly project: number; readonly json?: boolean }) =>
      withDatabase(databaseUrl(env), async (database) => {
        const runs = createImportRunRepository(database);
        const run = await runs.findById(options.project, requiredUuid(id));
        if (run === null) throw noImport(id);
        const problems = await runs.problems(run.id);
        terminal.out(
          options.json === true
            ? JSON.stringify(importBody(run, problems))
            : importText(run, problems),
        );
      }),
    );
  group
    .command('cancel')
    .description('cancel an import; imported items stay')
    .argument('<id>')
    .requiredOption('--project <id>', 'the id of the project', positiveInteger)
    .action((id: string, { project }: { readonly project: number }) =>
      withDatabase(databaseUrl(env), async (database) => {
        const runs = createImportRunRepository(database);
        if (!(await runs.cancel(project, requiredUuid(id)))) throw noImport(id);
        terminal.out(`${id} is cancelled`);
      }),
    );
  return group;
}

function sourceCommand(kind: SourceKind, env: Environment, terminal: Terminal): Command {
  const command = new Command(kind)
    .description(DESCRIPTIONS[kind])
    .requiredOption('--project <id>', 'the id of the project to import into', positiveInteger)
    .option(
      '--files <path>',
      'a file, a folder, or s3://bucket/path/*.jsonl (AWS_ACCESS_KEY_ID, …)',
    )
    .option('--region <name>', 'the region of the bucket')
    .option(
      '--url <address>',
      'the address of Tidemark; default: that of the one running in DATA_DIR',
    )
    .option('--json', 'print one JSON object');
  if (kind === 'mixpanel' || kind === 'amplitude') {
    command
      .option(
        '--address <url>',
        'the address of the export API; default: that of the standard region',
      )
      .option('--from <day>', 'the first day, as in 2026-01-31')
      .option('--to <day>', 'the last day; default: yesterday (UTC)');
  }
  if (kind === 'mixpanel') {
    command
      .option('--source-project <id>', 'the id of the project in the source')
      .option(
        '--time-zone <name>',
        'the time zone of a project from before 2023, which exports no UTC, as in US/Pacific',
      );
  }
  if (kind === 'posthog') {
    command
      .option('--address <url>', 'the address of the source, as in https://eu.posthog.com')
      .option('--source-project <id>', 'the id of the project in the source')
      .option(
        '--key <key>',
        'a personal key of the source; better set IMPORT_SOURCE_KEY, which other users of the machine cannot see',
      );
  }
  if (kind === 'csv')
    command.option('--mapping <file>', 'a JSON file with the meaning of the columns');
  return command.action((options: Options) => runSource(kind, env, terminal, options));
}

async function runSource(
  kind: SourceKind,
  env: Environment,
  terminal: Terminal,
  options: Options,
): Promise<void> {
  // The user of this command line may connect to every address that this machine can reach.
  const guard = createOutboundGuard({ allowPrivate: true });
  try {
    const { run, end } = await runHere(
      env,
      terminal,
      options,
      (http, signal) => openImportSource(kind, options, env, http, signal),
      { guard, allowHttp: true },
    );
    const problems = await withDatabase(databaseUrl(env), (database) =>
      createImportRunRepository(database).problems(run.id),
    );
    terminal.out(
      options.json === true ? JSON.stringify(importBody(run, problems)) : importText(run, problems),
    );
    if (end.state === 'failed') {
      throw new CommandError(
        `${(end.error ?? 'the import failed').replace(/\.$/, '')}. Run the same command to continue it.`,
        EXIT.failed,
      );
    }
  } finally {
    guard.close();
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function requiredUuid(id: string): string {
  if (UUID.test(id)) return id;
  throw noImport(id);
}

function noImport(id: string): CommandError {
  return new CommandError(
    `there is no import ${id}. import list shows the imports.`,
    EXIT.notFound,
  );
}
