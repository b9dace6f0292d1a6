import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '@tidemark/cli';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import { productProcess } from '../test-support/product-processes';
import type { Standalone } from '../test-support/standalone';
import { REPOSITORY, startStandalone } from '../test-support/standalone';
import { readDefinitions, readGroupTypes } from './read-definitions';
import {
  createProject,
  fillArchived,
  fillDefinitions,
  FIRST_OF_ACCOUNT,
  sourceEvents,
  sourceRows,
} from './source-project';

interface Report {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly { readonly kind: string; readonly reason: string }[];
  readonly reconciliation: { readonly equal: boolean } | null;
}

const USERS = 40;
/** The number of events in the file during whose import the process is killed. */
const MANY = 60_000;
const EVENTS = USERS * 4 + 6;

describe('tidemark import', () => {
  let product: Standalone;
  let api: ApiClient;
  let folder: string;
  let source: { readonly id: number; readonly token: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'));
    product = await startStandalone({ readyTimeoutMs: 180_000 });
    api = createApiClient(product.url, product.personalApiKey);
    source = await createProject(api, 'Source');
    await fillDefinitions(api, source.id);
    await fillArchived(api, source.id);
    // The first type of groups has no groups, which an import would number after the types that have some.
    await send(source.token, [FIRST_OF_ACCOUNT]);
    await waitUntil(async () =>
      expect(await readGroupTypes(api, source.id)).toMatchObject([{ group_type: 'account' }]),
    );
    await send(source.token, sourceEvents(USERS));
    await waitUntil(async () =>
      expect(await api.hogql(source.id, 'SELECT count() FROM events')).toEqual([[EVENTS]]),
    );
    await api.patch(`/api/projects/${source.id}/groups_types/update_metadata/`, [
      { group_type_index: 1, name_singular: 'Company', name_plural: 'Companies' },
    ]);
    await calculateCohorts();
    const made = await api.post(`/api/projects/${source.id}/cohorts/`, {
      name: 'By hand',
      is_static: true,
    });
    const people = await api.get(`/api/projects/${source.id}/persons/?limit=3`);
    const { results } = people.body as { results: { uuid: string }[] };
    const { id } = made.body as { id: number };
    await api.patch(`/api/projects/${source.id}/cohorts/${id}/add_persons_to_static_cohort/`, {
      person_ids: results.map(({ uuid }) => uuid),
    });
  }, 300_000);
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true });
  });

  const send = async (token: string, batch: readonly object[]): Promise<void> => {
    const response = await fetch(`${product.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: token, historical_migration: true, batch }),
    });
    expect(response.status).toBe(200);
  };
  /** Calculates the cohorts of the source again, which were created before its persons. */
  const calculateCohorts = async (): Promise<void> => {
    const path = `/api/projects/${source.id}/cohorts/`;
    const { body } = await api.get(path);
    for (const { id, filters } of (body as { results: { id: number; filters: object }[] })
      .results) {
      await api.patch(`${path}${id}/`, { filters });
    }
    await waitUntil(async () =>
      expect((await api.get(path)).body).toMatchObject({
        results: expect.arrayContaining([
          expect.objectContaining({ name: 'Pro users', count: Math.ceil(USERS / 3) }),
        ]) as unknown,
      }),
    );
  };
  const tidemark = async (...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const env = { DATA_DIR: product.dataDir, IMPORT_SOURCE_KEY: product.personalApiKey };
    const terminal = { out: (t: string) => void out.push(t), err: (t: string) => void err.push(t) };
    const code = await runCommand(args, env, terminal);
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  const importFrom = async (target: number, ...args: string[]): Promise<Report> => {
    const { code, out, err } = await tidemark(
      ...['import', 'posthog', '--project', String(target), '--json', ...args],
    );
    if (code !== 0) throw new Error(err);
    return JSON.parse(out) as Report;
  };
  const address = () => ['--address', product.url, '--source-project', String(source.id)];

  it('imports a project of another Tidemark over HTTP without duplicates', async () => {
    const { id } = await createProject(api, 'Target');
    const report = await importFrom(id, ...address());
    expect(report).toMatchObject({
      state: 'completed',
      problems: [],
      counts: {
        ...{ action: 2, cohort: 4, feature_flag: 6, experiment: 2, survey: 1 },
        ...{ early_access_feature: 1, dashboard: 1, insight: 2, annotation: 1 },
        ...{ insight_variable: 1, events: EVENTS, persons: USERS, groups: 5 },
      },
      reconciliation: {
        equal: true,
        events: { source: EVENTS, target: EVENTS, difference_count: 0 },
        persons: { source: USERS, target: USERS },
        flags: { differences: [] },
      },
    });
    expect(await persons(id)).toEqual(await persons(source.id));
    expect(await groups(id)).toEqual(await groups(source.id));
    expect(await events(id)).toEqual(await events(source.id));

    const again = await importFrom(id, ...address());
    expect(again.id).not.toBe(report.id);
    expect(again).toMatchObject({ problems: [], counts: report.counts });
    expect(again.reconciliation).toEqual(report.reconciliation);
  }, 300_000);

  it('gives an equal project after an export into files and their import', async () => {
    const { id } = await createProject(api, 'Round trip');
    const to = join(folder, 'export');
    const written = await tidemark('export', '--project', String(source.id), '--to', to);
    expect(written).toMatchObject({ code: 0, out: expect.stringContaining(`${EVENTS} events`) });
    expect(await tidemark('export', '--project', String(source.id), '--to', to)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not empty'),
    });
    const report = await importFrom(id, '--files', to);
    expect(report).toMatchObject({
      ...{ state: 'completed', problems: [] },
      counts: {
        ...{ action: 2, cohort: 4, feature_flag: 6, experiment: 2, survey: 1 },
        ...{ events: EVENTS, persons: USERS, groups: 5 },
      },
      reconciliation: { equal: true, persons: { source: USERS, target: USERS } },
    });
    expect(await persons(id)).toEqual(await persons(source.id));
    expect(await groups(id)).toEqual(await groups(source.id));
    expect(await events(id)).toEqual(await events(source.id));
    await waitUntil(async () =>
      expect(await readDefinitions(api, id)).toEqual(await readDefinitions(api, source.id)),
    );

    const moved = join(folder, 'moved');
    await rename(to, moved);
    for (const from of [['--files', moved], address()]) {
      expect(await importFrom(id, ...from)).toMatchObject({ problems: [], counts: report.counts });
      expect(await readDefinitions(api, id)).toEqual(await readDefinitions(api, source.id));
      expect(await events(id)).toEqual(await events(source.id));
    }
  }, 300_000);

  it('continues after SIGKILL, at whatever point', async () => {
    const { id } = await createProject(api, 'Killed');
    const file = join(folder, 'many.jsonl');
    await writeFile(file, sourceRows(MANY).join(''));
    let kills = 0;
    for (const delayMs of [0, 150, 400]) {
      if (!(await killedImport(id, file, delayMs))) break;
      kills += 1;
    }
    const report = await importFrom(id, '--files', file);
    expect(kills).toBeGreaterThan(1);
    expect(report).toMatchObject({
      state: 'completed',
      counts: { events: MANY },
      problems: [{ kind: 'events', reason: 'the event has no distinct id', occurrences: 1 }],
      reconciliation: { equal: true, events: { source: MANY, target: MANY } },
    });
  }, 600_000);

  it('continues while Redis is killed and started again', async () => {
    const { id } = await createProject(api, 'Without Redis');
    const file = join(folder, 'many-again.jsonl');
    await writeFile(file, sourceRows(MANY).join(''));
    const { ended } = await importingEvents(id, file);
    const redis = productProcess(product.pid, 'Redis');
    if (redis === undefined) throw new Error('Redis does not run');
    process.kill(redis.pid, 'SIGKILL');
    expect(await ended).toEqual([0, null]);
    const stored = await api.hogql(id, 'SELECT count(), uniq(uuid) FROM events');
    expect(stored).toEqual([[MANY, MANY]]);
  }, 300_000);

  /** Starts an import, and resolves when it has stored its first progress of events, or has ended. */
  const importingEvents = async (project: number, file: string) => {
    const child = spawn(
      process.execPath,
      [
        join(REPOSITORY, 'services/cli/dist/main.js'),
        ...['import', 'posthog', '--project', String(project), '--files', file],
      ],
      { env: { ...process.env, DATA_DIR: product.dataDir }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (text: Buffer) => /events: \d/.test(String(text)) && resolve());
      void ended.then(() => resolve());
    });
    return { child, ended };
  };

  /** Returns whether the process was killed before it ended. */
  const killedImport = async (project: number, file: string, afterMs: number): Promise<boolean> => {
    // Before the first progress there is nothing to lose.
    const { child, ended } = await importingEvents(project, file);
    await Promise.race([sleep(afterMs), ended]);
    child.kill('SIGKILL');
    const [, signal] = await ended;
    return signal === 'SIGKILL';
  };

  const persons = async (project: number) => {
    const rows = await api.hogql(
      project,
      `SELECT properties, created_at, is_identified, arraySort(groupArray(pdi.distinct_id)) AS ids
       FROM persons JOIN person_distinct_ids AS pdi ON pdi.person_id = persons.id
       GROUP BY properties, created_at, is_identified ORDER BY ids LIMIT 1000`,
    );
    // The members of an object may be in any order.
    return rows.map(([properties, ...rest]) => [
      JSON.parse(String(properties)) as unknown,
      ...rest,
    ]);
  };
  const eventRows = (project: number) =>
    api.hogql(
      project,
      `SELECT toString(uuid) AS id, event, timestamp, distinct_id, properties, elements_chain
       FROM events ORDER BY id LIMIT 1000`,
    );
  const groups = (project: number) =>
    api.hogql(project, 'SELECT index, key, properties, created_at FROM groups ORDER BY key');
  const events = async (project: number) =>
    (await eventRows(project)).map((row) => [
      ...row.slice(0, 4),
      JSON.parse(String(row[4])) as unknown,
      row[5],
    ]);
});
