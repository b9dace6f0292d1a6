import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { Database, MendedPerson, PersonRepairs } from '@tidemark/postgres';
import { createPersonRepairs } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { forgetQueryResults } from '@tidemark/redis';
import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { EmbeddedStores } from '../backup/running-stores';
import type { Environment } from '../config';
import { allStores } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';
import { withDatabase } from '../with-database';
import { withRedis } from '../with-redis';
import { publishRepaired } from './publish-repaired';
import type { RepairCounts } from './repair-persons';
import { repairPersons } from './repair-persons';

const DEFAULT_BATCH = 5_000;
/** The timeout is long, because a batch contains many persons. */
const STATEMENT_TIMEOUT_MS = 120_000;

interface RepairOptions {
  readonly project?: number;
  readonly batchSize: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

type ProjectReport = RepairCounts & { readonly project: number };

/** `tidemark persons …` */
export function personsCommand(env: Environment, terminal: Terminal): Command {
  const group = new Command('persons').description('persons and their events');
  group
    .command('repair')
    .description(
      'correct created_at and $set_once values of stored persons by their earliest events',
    )
    .option('--dry-run', 'print the changes without making them')
    .option('--project <id>', 'only this project', positiveInteger)
    .option('--batch-size <persons>', 'persons read at a time', positiveInteger, DEFAULT_BATCH)
    .option('--json', 'print one JSON object')
    .action((options: RepairOptions) => repair(env, terminal, options));
  return group;
}

async function repair(env: Environment, terminal: Terminal, options: RepairOptions): Promise<void> {
  const stores = allStores(env);
  const { batchSize, dryRun = false, json = false } = options;
  const people: object[] = [];
  const onMended = (mended: MendedPerson): void => {
    if (!dryRun) return;
    if (json) people.push(changeOf(mended));
    else terminal.out(lineOf(mended));
  };
  const reports = await withStores(stores, async ({ database, clickhouse, redis }) => {
    const repairs = createPersonRepairs(database);
    const publish = (outboxId: number) =>
      publishRepaired({ database, clickhouse, redis }, outboxId);
    const deps = { repairs, clickhouse, onMended, publish };
    const projects: ProjectReport[] = [];
    for (const project of await projectsOf(repairs, options.project)) {
      const counts = await repairPersons(deps, project, { batchSize, dryRun });
      projects.push({ project, ...counts });
      if (dryRun) continue;
      await repairs.renewCohorts(project);
      await forgetQueryResults(redis, project);
    }
    return projects;
  });
  if (json) {
    terminal.out(JSON.stringify({ dry_run: dryRun, projects: reports, ...(dryRun && { people }) }));
  } else for (const report of reports) terminal.out(summaryOf(report, dryRun));
}

interface OpenStores {
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly redis: Redis;
}

async function withStores<T>(
  urls: EmbeddedStores,
  work: (stores: OpenStores) => Promise<T>,
): Promise<T> {
  const logger = createLogger('tidemark', 'silent');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  try {
    return await withRedis(urls.redis, (redis) =>
      withDatabase(
        urls.postgres,
        (database) => work({ database, clickhouse, redis }),
        STATEMENT_TIMEOUT_MS,
      ),
    );
  } finally {
    await clickhouse.close();
  }
}

async function projectsOf(
  repairs: PersonRepairs,
  wanted: number | undefined,
): Promise<readonly number[]> {
  const ids = await repairs.listProjects();
  if (wanted === undefined) return ids;
  if (ids.includes(wanted)) return [wanted];
  throw new CommandError(`there is no project ${wanted}`, EXIT.notFound);
}

function changeOf({ before, after, properties }: MendedPerson): object {
  return {
    project: before.projectId,
    person: before.id,
    properties,
    ...(after.createdAt < before.createdAt && {
      created_at: { before: before.createdAt, after: after.createdAt },
    }),
  };
}

/** The line of a changed person. It has names of properties without their values, which are personal data. */
function lineOf({ before, after, properties }: MendedPerson): string {
  const created =
    after.createdAt < before.createdAt
      ? [`created_at ${before.createdAt.toISOString()} -> ${after.createdAt.toISOString()}`]
      : [];
  return [`project ${before.projectId} person ${before.id}`, ...created, ...properties].join('  ');
}

function summaryOf(
  { project, persons, repaired, noted, overtaken }: ProjectReport,
  dryRun: boolean,
): string {
  const verb = dryRun ? 'would be repaired' : 'repaired';
  const times = `${noted} ${dryRun ? 'would get' : 'got'} only the times of their properties`;
  const left = overtaken > 0 ? `; ${overtaken} were changed meanwhile: run this command again` : '';
  return `project ${project}: ${repaired} of ${persons} persons ${verb}, ${times}${left}`;
}
