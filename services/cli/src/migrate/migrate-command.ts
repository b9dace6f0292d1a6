import { plainMessage } from '@tidemark/platform';
import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { Environment } from '../config';
import { migrationTarget } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';
import { migrateStores } from './migrate-stores';
import type { MigrationReport } from './migrate-stores';

const DEFAULT_WAIT_SECONDS = 60;

interface MigrateOptions {
  readonly wait: number;
  readonly json?: boolean;
}

/** `tidemark migrate`: migrates the schemas of Postgres and ClickHouse before services start. */
export function migrateCommand(env: Environment, terminal: Terminal): Command {
  return new Command('migrate')
    .description(
      'migrate Postgres (DATABASE_URL) and ClickHouse (CLICKHOUSE_URL, on CLICKHOUSE_CLUSTER if set); with BOOTSTRAP_PROJECT_API_KEY and BOOTSTRAP_PERSONAL_API_KEY create the first project and key',
    )
    .option(
      '--wait <seconds>',
      'the maximum time until the stores respond',
      positiveInteger,
      DEFAULT_WAIT_SECONDS,
    )
    .option('--json', 'print one JSON object')
    .action(async (options: MigrateOptions) => {
      const target = migrationTarget(env);
      const report = await migrateStores(target, options.wait * 1_000, (line) =>
        terminal.err(line),
      ).catch((error: unknown) => {
        const reason = plainMessage(error);
        throw new CommandError(`the migration failed: ${reason}`, EXIT.failed);
      });
      terminal.out(options.json === true ? JSON.stringify(report) : described(report));
    });
}

function described({ postgres, clickhouse, bootstrapped, row_policies }: MigrationReport): string {
  const list = (names: readonly string[]): string =>
    names.length === 0 ? 'up to date' : `applied ${names.join(', ')}`;
  return [
    `Postgres: ${list(postgres)}`,
    `ClickHouse: ${list(clickhouse)}`,
    `Row policies: ${policies(row_policies)}`,
    ...(bootstrapped ? ['The first project and its keys exist.'] : []),
  ].join('\n');
}

function policies(report: MigrationReport['row_policies']): string {
  if (report === null) return 'off';
  return report.isReady ? 'in place' : `not in place: ${report.reason}`;
}
