import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createClickHouse } from '@tidemark/clickhouse';
import type { SourceAddress } from '@tidemark/import-runs';
import { exportProject, openAddressSource } from '@tidemark/import-runs';
import { createLogger, createOutboundGuard } from '@tidemark/platform';
import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { Environment } from '../config';
import { allStores } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import { findProject, withProjectKey } from '../import/product-key';
import { productAddress } from '../running-address';
import type { Terminal } from '../terminal';
import { withDatabase } from '../with-database';
import { exportEvents } from './export-events';

interface ExportOptions {
  readonly project: number;
  readonly to: string;
  readonly person?: string;
  readonly url?: string;
}

/** `tidemark export`: writes a project as files for `tidemark import posthog --files`, or all data about one person. */
export function exportCommand(env: Environment, terminal: Terminal): Command {
  return new Command('export')
    .description('write all data of a project, or all data about one person, into files')
    .requiredOption('--project <id>', 'the id of the project', positiveInteger)
    .requiredOption('--to <path>', 'a new folder; with --person, a new file')
    .option('--person <distinct id>', 'export only this person, for requests under privacy law')
    .option(
      '--url <address>',
      'the address of Tidemark; default: that of the one running in DATA_DIR',
    )
    .action((options: ExportOptions) => runExport(env, terminal, options));
}

async function runExport(
  env: Environment,
  terminal: Terminal,
  options: ExportOptions,
): Promise<void> {
  const url = new URL(productAddress(env, options.url));
  const stores = allStores(env);
  await withDatabase(stores.postgres, async (database) => {
    const { user, project } = await findProject(database, options.project);
    await withProjectKey(database, user, project.id, `export ${project.id}`, async (key) => {
      const to = resolve(options.to);
      if (options.person !== undefined) {
        await exportPerson(url, key, project.id, options.person, to);
        terminal.out(`all data about ${options.person} was written to ${to}`);
        return;
      }
      await requireEmpty(to);
      const address = { url, key, projectId: String(project.id) };
      await exportDefinitions(address, to, terminal);
      const logger = createLogger('tidemark', 'silent');
      const clickhouse = createClickHouse({ url: stores.clickhouse, logger });
      try {
        const { signal } = new AbortController();
        const events = await exportEvents(clickhouse, project.id, to, new Date(), signal);
        terminal.out(`project ${project.id} was written to ${to}, with ${events} events`);
      } finally {
        await clickhouse.close();
      }
    });
  });
}

async function exportDefinitions(
  address: Omit<Extract<SourceAddress, { source: 'posthog' }>, 'source'>,
  folder: string,
  terminal: Terminal,
): Promise<void> {
  const guard = createOutboundGuard({ allowPrivate: true });
  const { signal } = new AbortController();
  const source = openAddressSource({ guard, allowHttp: true }, { source: 'posthog', ...address });
  try {
    await exportProject(
      source,
      async (name, records) => {
        const path = join(folder, name);
        await mkdir(dirname(path), { recursive: true });
        async function* lines(): AsyncGenerator<string> {
          for await (const record of records) yield `${JSON.stringify(record)}\n`;
        }
        await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
        terminal.err(name);
      },
      signal,
    );
  } finally {
    source.close();
    guard.close();
  }
}

/** @throws CommandError if the folder is not empty */
async function requireEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length === 0) return;
  throw new CommandError(`${folder} is not empty: give a new folder`, EXIT.usage);
}

/** @throws CommandError if there is no such person or the file exists */
async function exportPerson(
  url: URL,
  key: string,
  projectId: number,
  distinctId: string,
  file: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const persons = `/api/projects/${projectId}/persons/`;
  const query = new URLSearchParams({ distinct_id: distinctId });
  const found = await fetch(new URL(`${persons}?${query.toString()}`, url), { headers });
  const list = (await found.json()) as { readonly results?: readonly { readonly uuid: string }[] };
  const [person] = list.results ?? [];
  if (person === undefined) {
    throw new CommandError(`no person has the distinct id ${distinctId}`, EXIT.notFound);
  }
  const response = await fetch(new URL(`${persons}${person.uuid}/data/`, url), { headers });
  if (!response.ok || response.body === null) {
    throw new CommandError(`the data could not be read: ${response.status}`, EXIT.failed);
  }
  // Never overwrites an existing file.
  await writeFile(file, Readable.fromWeb(response.body), { flag: 'wx', mode: 0o600 });
}
