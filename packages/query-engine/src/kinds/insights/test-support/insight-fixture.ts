import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import type { ExperimentForQuery } from '@tidemark/contracts';
import type { ActionDefinition } from '@tidemark/hogql';
import type { Database } from '@tidemark/postgres';
import { createIsolatedClickHouse, createIsolatedDatabase } from '@tidemark/testing';
import { startRunWatch } from '../../../observe/run-watch';
import { createProjectLookups } from '../../../plan/lookups';
import type { DeclaredProperty } from '../../../plan/property-types';
import type { QueryProject } from '../../../project';
import { buildResponse } from '../../../compute/build-response';
import { prepareStoredQuery } from '../../../prepared-query';
import type { TestTable } from './test-tables';
import { tableEntries, tableRows } from './test-tables';

export interface TestEvent {
  readonly event?: string;
  /** UTC, `2020-01-09 10:00:00` or a day. */
  readonly at: string;
  /** One letter or word that identifies the person. */
  readonly who: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly personProperties?: Readonly<Record<string, unknown>>;
  readonly group0?: string;
  readonly session?: string;
  readonly elementsChain?: string;
  /** Equals `who` by default. */
  readonly distinctId?: string;
  /** The person of the event before it was merged into `who`. */
  readonly ingestedAs?: string;
}

/** The definitions of a project in addition to its events. */
export interface TestWorld {
  /** Properties of the groups of the first type. */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** UTC. */
  readonly groupsCreatedAt?: string;
  /** The members of cohorts, by cohort id. */
  readonly cohorts?: Readonly<Record<number, readonly string[]>>;
  readonly propertyTypes?: readonly DeclaredProperty[];
  readonly actions?: readonly ActionDefinition[];
  readonly experiments?: readonly ExperimentForQuery[];
  /** Data-warehouse tables by their names: types of columns, and rows. */
  readonly tables?: Readonly<Record<string, TestTable>>;
}

export interface InsightFixture {
  readonly clickhouse: ClickHouse;
  readonly database: Database;
  /** Adds events to a project. */
  events(projectId: number, events: readonly TestEvent[]): Promise<void>;
  /** Adds definitions to a project. */
  world(projectId: number, world: TestWorld): Promise<void>;
  /** Runs an insight as the API does, and returns its response as a client reads it. */
  run<ResponseBody = Record<string, unknown>>(
    query: { readonly kind: string } & Readonly<Record<string, unknown>>,
    project?: Partial<QueryProject> & { readonly now?: string },
  ): Promise<ResponseBody>;
  close(): Promise<void>;
}

/** The id of a person, the same in every test. */
export function personId(who: string): string {
  return `00000000-0000-4000-8000-${Buffer.from(who).toString('hex').slice(0, 12).padStart(12, '0')}`;
}

/** Insights on real engines. */
export async function createInsightFixture(): Promise<InsightFixture> {
  const clickhouse = await createIsolatedClickHouse();
  const database = await createIsolatedDatabase();
  const worlds = new Map<number, TestWorld>();
  const stored = createProjectLookups(database);
  const lookups: typeof stored = {
    ...stored,
    findCohorts: async (projectId) => [
      ...(await stored.findCohorts(projectId)),
      ...Object.keys(worlds.get(projectId)?.cohorts ?? {}).map((id) => ({
        id: Number(id),
        name: `cohort ${id}`,
        isStatic: false,
        version: 1,
      })),
    ],
    findActions: async (projectId, references) =>
      new Map([
        ...(await stored.findActions(projectId, references)),
        ...(worlds.get(projectId)?.actions ?? [])
          .filter(({ id }) => references.includes(id))
          .map((action) => [action.id, action] as const),
      ]),
    findGoals: async (projectId, limit) => [
      ...(await stored.findGoals(projectId, limit)),
      ...(worlds.get(projectId)?.actions ?? []),
    ],
    findExperiment: (projectId, id) =>
      Promise.resolve(
        worlds.get(projectId)?.experiments?.find((experiment) => experiment.id === id) ?? null,
      ),
    metadata: {
      ...stored.metadata,
      warehouseTables: (projectId, names) =>
        Promise.resolve(
          tableEntries(worlds.get(projectId)?.tables ?? {}).filter(({ name }) =>
            names.includes(name),
          ),
        ),
    },
    findPropertyTypes: async (projectId, names) => [
      ...(await stored.findPropertyTypes(projectId, names)),
      ...(worlds.get(projectId)?.propertyTypes ?? []),
    ],
  };
  return {
    clickhouse,
    database,
    async events(projectId, events) {
      const created = firstTimes(events);
      await clickhouse.insertJsonEachRow(
        'events',
        events.map((event) => rowOf(projectId, event, created.get(event.who) ?? event.at)),
      );
      const overrides = overridesOf(projectId, events);
      if (overrides.length === 0) return;
      await clickhouse.insertJsonEachRow('person_distinct_id_overrides', overrides);
    },
    async world(projectId, world) {
      worlds.set(projectId, world);
      const { groups = {}, cohorts = {}, groupsCreatedAt = '2020-01-01 00:00:00' } = world;
      const groupRows = Object.entries(groups).map(([key, properties]) => ({
        team_id: projectId,
        group_type_index: 0,
        group_key: key,
        created_at: groupsCreatedAt,
        group_properties_text: JSON.stringify(properties),
        version: 1,
      }));
      const members = Object.entries(cohorts).flatMap(([id, people]) =>
        people.map((who) => ({
          team_id: projectId,
          cohort_id: Number(id),
          version: 1,
          person_id: personId(who),
        })),
      );
      const rows = tableRows(projectId, world.tables ?? {});
      if (rows.length > 0) await clickhouse.insertJsonEachRow('warehouse_rows', rows);
      if (groupRows.length > 0) await clickhouse.insertJsonEachRow('groups', groupRows);
      if (members.length > 0) await clickhouse.insertJsonEachRow('cohort_people', members);
    },
    async run<ResponseBody>(
      query: { readonly kind: string },
      {
        now = '2020-01-20T12:00:00Z',
        ...project
      }: Partial<QueryProject> & { readonly now?: string } = {},
    ) {
      const request = {
        project: { id: 1, timezone: 'UTC', weekStartDay: 0, ...project },
        query: { ...query },
        queryId: randomUUID(),
        maxRows: 10_000,
      };
      const by = { by: 'blocking', startedAt: new Date(now) } as const;
      const deps = { clickhouse, lookups, now: () => new Date(now) };
      const response = await buildResponse(deps, prepareStoredQuery(request), {
        context: 'blocking',
        watch: startRunWatch(() => undefined, request, by),
      });
      return JSON.parse(JSON.stringify(response)) as ResponseBody;
    },
    async close() {
      await clickhouse.close();
      await database.close();
    },
  };
}

/** A person is created by its first event. */
function firstTimes(events: readonly TestEvent[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const { who, at } of events) {
    const known = first.get(who);
    if (known === undefined || at < known) first.set(who, at);
  }
  return first;
}

/** Distinct ids that moved to another person after their events were stored. */
function overridesOf(projectId: number, events: readonly TestEvent[]): object[] {
  const owners = new Map<string, string>();
  for (const { ingestedAs, distinctId, who } of events) {
    if (ingestedAs !== undefined) owners.set(distinctId ?? who, who);
  }
  return [...owners].map(([distinctId, who]) => ({
    team_id: projectId,
    distinct_id: distinctId,
    person_id: personId(who),
    version: 1,
  }));
}

function clock(at: string): string {
  return at.length === 10 ? `${at} 12:00:00` : at;
}

function rowOf(projectId: number, event: TestEvent, personCreatedAt: string): object {
  const timestamp = clock(event.at);
  return {
    uuid: randomUUID(),
    event: event.event ?? '$pageview',
    properties_text: JSON.stringify({
      ...event.properties,
      ...(event.session === undefined ? {} : { $session_id: event.session }),
    }),
    timestamp,
    team_id: projectId,
    distinct_id: event.distinctId ?? event.who,
    elements_chain: event.elementsChain ?? '',
    created_at: timestamp,
    person_id: personId(event.ingestedAs ?? event.who),
    person_created_at: clock(personCreatedAt),
    person_properties: event.personProperties ?? {},
    $group_0: event.group0 ?? '',
    $session_id: event.session ?? '',
  };
}
