import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse, removeTenant } from '@tidemark/clickhouse';
import { DEFAULT_EVENTS, generateShop, SEED } from '@tidemark/demo';
import { createLogger } from '@tidemark/platform';
import {
  createProjectRepository,
  createSampleProject,
  findSampleProject,
  recountSampleCohorts,
} from '@tidemark/postgres';
import { forgetQueryResults } from '@tidemark/redis';
import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { Environment } from '../config';
import { allStores, clickhouseTopology, clickhouseUrl, databaseUrl } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import { findUser, operatorOf } from '../management/context';
import { productAddress } from '../running-address';
import type { Terminal } from '../terminal';
import { withDatabase } from '../with-database';
import { withRedis } from '../with-redis';
import { sendBatch } from './send-batch';

const PROGRESS_EVERY = 20_000;
const LOOK_MS = 1_000;
const MAX_LOOKS = 60;
/** The timeout is long, because a project has many rows. */
const REMOVE_TIMEOUT_MS = 300_000;

interface DemoOptions {
  readonly events: number;
  readonly url?: string;
  readonly remove?: boolean;
}

/** `tidemark demo`: a project with sample data, and its removal. */
export function demoCommand(env: Environment, terminal: Terminal): Command {
  return new Command('demo')
    .description(
      'create a project with the events of a shop over 60 days, so that every screen has data',
    )
    .option('--events <count>', 'the approximate number of events', positiveInteger, DEFAULT_EVENTS)
    .option(
      '--url <address>',
      'the address of Tidemark; default: that of the one running in DATA_DIR',
    )
    .option('--remove', 'delete the project with all its data')
    .action((options: DemoOptions) =>
      options.remove === true ? remove(env, terminal) : create(env, terminal, options),
    );
}

async function create(env: Environment, terminal: Terminal, options: DemoOptions): Promise<void> {
  const url = productAddress(env, options.url);
  const pageOf = (id: number): string => new URL(`/project/${id}/activity`, url).href;
  const project = await withDatabase(databaseUrl(env), async (database) => {
    const user = await findUser(database, undefined);
    const existing = await findSampleProject(database, user.organizationId);
    if (existing === null) return createSampleProject(database, operatorOf(user), user.id);
    terminal.out(`the sample project exists: ${pageOf(existing.id)}\ndemo --remove deletes it`);
    return null;
  });
  if (project === null) return;
  let sent = 0;
  let reported = 0;
  for (const batch of generateShop({ seed: SEED, now: new Date(), events: options.events })) {
    await sendBatch(url, project.apiToken, batch);
    sent += batch.length;
    if (sent - reported < PROGRESS_EVERY) continue;
    reported = sent;
    terminal.err(`${sent} of about ${options.events} events sent`);
  }
  terminal.out(
    `${sent} events sent; they are shown when they are processed\n${pageOf(project.id)}`,
  );
  const store = clickhouseUrl(env);
  // Without it, the members of the cohort are counted with the daily calculation.
  if (store === null) return;
  await untilStored(store, project.id, sent);
  await withDatabase(databaseUrl(env), (database) => recountSampleCohorts(database, project.id));
}

/** Waits until the events of the project are stored, at most a minute: the command succeeds without that, too. */
async function untilStored(url: string, projectId: number, sent: number): Promise<void> {
  const logger = createLogger('tidemark', 'silent');
  const clickhouse = createClickHouse({ url, logger });
  try {
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const { rows } = await clickhouse.query<[string | number]>({
        name: 'events_of_sample',
        sql: 'SELECT count() FROM events WHERE team_id = {team:Int64}',
        params: { team: projectId },
      });
      if (Number(rows[0]?.[0] ?? 0) >= sent) return;
      await sleep(LOOK_MS);
    }
  } finally {
    await clickhouse.close();
  }
}

async function remove(env: Environment, terminal: Terminal): Promise<void> {
  const stores = allStores(env);
  const logger = createLogger('tidemark', 'silent');
  const clickhouse = createClickHouse({ url: stores.clickhouse, logger });
  try {
    await withDatabase(
      stores.postgres,
      async (database) => {
        const { organizationId } = await findUser(database, undefined);
        const project = await findSampleProject(database, organizationId);
        if (project === null) {
          throw new CommandError('there is no sample project. demo creates one.', EXIT.notFound);
        }
        await removeTenant(clickhouse, clickhouseTopology(env), project.id);
        await withRedis(stores.redis, (redis) => forgetQueryResults(redis, project.id));
        const by = { organizationId, userId: null };
        await createProjectRepository(database).remove(by, project.id);
        terminal.out(`project ${project.id} and its data are deleted`);
      },
      REMOVE_TIMEOUT_MS,
    );
  } finally {
    await clickhouse.close();
  }
}
