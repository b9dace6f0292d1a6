import { plainMessage } from '@tidemark/platform';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { Environment } from '../config';
import { dataDirectory } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';
import { isEmpty } from './files';
import { readManifest } from './manifest';
import { checkBackup, restoreBackup } from './restore-backup';
import { runningStores } from './running-stores';
import { takeBackup } from './take-backup';
import { backupReport, backupText, restoreReport, restoreText } from './view';

const DEFAULT_WAIT_SECONDS = 60;

/** `tidemark backup` and `tidemark restore`, for embedded stores. */
export function backupCommands(env: Environment, terminal: Terminal): Command[] {
  return [backupCommand(env, terminal), restoreCommand(env, terminal)];
}

function backupCommand(env: Environment, terminal: Terminal): Command {
  return new Command('backup')
    .description(
      'back up all three stores of the Tidemark in DATA_DIR (./data), as of one point in time, while it is running',
    )
    .argument('<directory>', 'the directory of the backup; must be empty or not exist yet')
    .option(
      '--wait <seconds>',
      'how long to wait for a time without writes to Postgres',
      positiveInteger,
      DEFAULT_WAIT_SECONDS,
    )
    .option('--json', 'print one JSON object')
    .action(async (directory: string, options: { readonly wait: number; json?: boolean }) => {
      const target = resolve(directory);
      if (!isEmpty(target)) {
        throw new CommandError(
          `${target} is not empty, and a backup does not overwrite files: give an empty or a new directory`,
          EXIT.usage,
        );
      }
      const dataDir = dataDirectory(env);
      const since = performance.now();
      const report = await takeBackup(
        runningStores(dataDir),
        dataDir,
        target,
        options.wait * 1_000,
      ).catch(failedAs('the backup failed'));
      const seconds = (performance.now() - since) / 1_000;
      terminal.out(
        options.json === true
          ? JSON.stringify(backupReport(target, report, seconds))
          : backupText(target, report, seconds),
      );
    });
}

function restoreCommand(env: Environment, terminal: Terminal): Command {
  return new Command('restore')
    .description(
      'create the data directory DATA_DIR (./data) from a backup; then start Tidemark with it',
    )
    .argument('<directory>', 'the directory of the backup')
    .option('--check', 'only check that the backup is complete and can be restored by this version')
    .option('--json', 'print one JSON object')
    .action(async (directory: string, options: { check?: boolean; json?: boolean }) => {
      const folder = resolve(directory);
      const dataDir = dataDirectory(env);
      const manifest = readManifest(folder);
      const onlyCheck = options.check === true;
      if (!onlyCheck && !isEmpty(dataDir)) {
        throw new CommandError(
          `${dataDir} is not empty: restore into another DATA_DIR, or move this directory`,
          EXIT.usage,
        );
      }
      await checkBackup(folder, manifest).catch(failedAs('the restore failed'));
      if (!onlyCheck) {
        await restoreBackup(folder, manifest, dataDir, env.PATH ?? '').catch(
          failedAs('the restore failed'),
        );
      }
      const target = onlyCheck ? null : dataDir;
      terminal.out(
        options.json === true
          ? JSON.stringify(restoreReport(folder, target, manifest))
          : restoreText(folder, target, manifest),
      );
    });
}

function failedAs(what: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof CommandError) throw error;
    const reason = plainMessage(error);
    throw new CommandError(`${what}: ${reason}`, EXIT.failed);
  };
}
