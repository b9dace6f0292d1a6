import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@tidemark/importers';
import { isObject, listOf, pick, projectSettings, textOf, tileChanges } from '@tidemark/importers';
import { detailOf } from '../target/project-target';
import type { Phase, RunContext } from './context';
import { problem } from './context';
import { isIngested } from './ingested';

/** Imports the settings of the project. Rejected settings are reported; the others are changed. */
export const settingsPhase: Phase = {
  name: 'settings',
  async work(context) {
    const { source, target, signal } = context;
    const project = await source.definitions?.get('', signal);
    if (project === null || project === undefined) return;
    const { body, problems } = projectSettings(project, await context.lookup());
    const changes: Record<string, unknown> = { ...body };
    const rejected = problems.map((reason) => problem('settings', reason, '', reason));
    for (;;) {
      const response = await target.call('PATCH', '', changes);
      if (response.ok) break;
      const attribute = isObject(response.body) ? (textOf(response.body['attr']) ?? '') : '';
      const name = attribute.split(/__|\./)[0] ?? '';
      rejected.push(problem('settings', name, name, detailOf(response.body)));
      // The response does not name one of the settings, so none can be left out.
      if (!Object.hasOwn(changes, name)) break;
      Reflect.deleteProperty(changes, name);
    }
    await context.report('settings', rejected);
  },
};

/** Imports positions, colours and filters of the tiles of dashboards, and text tiles. */
export const tilesPhase: Phase = {
  name: 'dashboard_tiles',
  async work(context) {
    const { source, target, ids, scope, signal } = context;
    if (source.definitions === null) return;
    const lookup = await context.lookup();
    for (const [from, to] of await ids.all(scope, 'dashboard')) {
      if (to === null) continue;
      const dashboard = await source.definitions.get(`dashboards/${from}/`, signal);
      const own = await target.call('GET', `dashboards/${to}/`);
      if (dashboard === null || !isObject(own.body)) continue;
      const { tiles, problems } = tileChanges(dashboard['tiles'], own.body['tiles'], lookup);
      const reasons = [...problems];
      if (tiles.length > 0) {
        const response = await target.call('PATCH', `dashboards/${to}/`, { tiles });
        if (!response.ok) reasons.push(detailOf(response.body));
      }
      const name = textOf(dashboard['name']) ?? '';
      const reported = reasons.map((reason) => problem('dashboard_tiles', from, name, reason));
      await context.report('dashboard_tiles', reported);
    }
  },
};

/** Ms between two checks of the ingest log. */
const LOOK_MS = 1_000;

/** Waits until the imported events are ingested, because the next phases read events and persons. */
export const ingestionPhase: Phase = {
  name: 'ingestion',
  async work({ target, signal }) {
    const since = Date.now();
    while (!(await isIngested(target, since))) await sleep(LOOK_MS, undefined, { signal });
  },
};

const DESCRIBES = ['description', 'tags', 'property_type', 'verified', 'hidden'];

/** Imports descriptions and types of properties. The definitions themselves are created by the events. */
export const propertiesPhase: Phase = {
  name: 'property_definition',
  async work(context) {
    for (const query of ['type=event', 'type=person', ...GROUPS]) {
      await describeProperties(context, query);
    }
  },
};

const GROUPS = [0, 1, 2, 3, 4].map((index) => `type=group&group_type_index=${index}`);

async function describeProperties(context: RunContext, query: string): Promise<void> {
  const { source, target, signal } = context;
  if (source.definitions === null) return;
  const own = new Map<string, JsonObject>();
  let isRead = false;
  for await (const property of source.definitions.list(`property_definitions/?${query}`, signal)) {
    if (!isRead) {
      isRead = true;
      for await (const known of target.list(`property_definitions/?${query}`)) {
        own.set(String(known['name']), known);
      }
    }
    const wanted = pick(property, DESCRIBES);
    const name = String(property['name']);
    const known = own.get(name);
    const changes = Object.fromEntries(
      Object.entries(wanted).filter(
        ([field, value]) =>
          JSON.stringify(value) !== JSON.stringify(known?.[field] ?? emptyOf(value)),
      ),
    );
    if (Object.keys(changes).length === 0) continue;
    const sourceId = String(property['id']);
    if (known === undefined) {
      // The type of a property that no event has is not reported as a problem.
      if (Object.keys(changes).every((field) => field === 'property_type')) continue;
      const reason = 'no event of the project has this property';
      await context.report('property_definition', [
        problem('property_definition', sourceId, name, reason),
      ]);
      continue;
    }
    const response = await target.call(
      'PATCH',
      `property_definitions/${String(known['id'])}/`,
      changes,
    );
    if (!response.ok) {
      await context.report('property_definition', [
        problem('property_definition', sourceId, name, detailOf(response.body)),
      ]);
    }
  }
}

function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'boolean' ? false : typeof value === 'string' ? '' : null;
}

/**
 * Requests a calculation of the imported dynamic cohorts, by a change to the same filters: when they were created, the
 * project had no persons, and their next calculation may be a day later.
 */
export const cohortsPhase: Phase = {
  name: 'cohort_calculation',
  async work({ source, target, ids, scope }) {
    if (source.definitions === null) return;
    const imported = new Set((await ids.all(scope, 'cohort')).values());
    const dynamic: JsonObject[] = [];
    for await (const cohort of target.list('cohorts/')) {
      if (cohort['is_static'] !== true && imported.has(String(cohort['id']))) dynamic.push(cohort);
    }
    for (const { id, filters } of dynamic) {
      await target.call('PATCH', `cohorts/${String(id)}/`, { filters });
    }
  },
};

const MEMBERS_AT_ONCE = 200;

/** Imports the members of static cohorts, which are found by their distinct ids. */
export const membersPhase: Phase = {
  name: 'cohort_members',
  async work(context) {
    const { source, target, signal } = context;
    if (source.definitions === null) return;
    const lookup = await context.lookup();
    for await (const cohort of source.definitions.list('cohorts/', signal)) {
      const id = String(cohort['id']);
      const own = cohort['is_static'] === true ? lookup('cohort', id) : null;
      if (own === null) continue;
      let batch: string[] = [];
      let missing = 0;
      const add = async (): Promise<void> => {
        if (batch.length === 0) return;
        missing += await addMembers(target, own, batch);
        batch = [];
      };
      for await (const person of source.definitions.list(`cohorts/${id}/persons/`, signal)) {
        const ids = person['distinct_ids'];
        const [first] = Array.isArray(ids) ? (ids as unknown[]) : [];
        if (typeof first !== 'string') continue;
        batch.push(first);
        if (batch.length >= MEMBERS_AT_ONCE) await add();
      }
      await add();
      if (missing === 0) continue;
      const reason = `${missing} of its members were not imported`;
      await context.report('cohort_members', [
        problem('cohort_members', id, textOf(cohort['name']) ?? '', reason),
      ]);
    }
  },
};

/** Adds members to a cohort. @returns the number of distinct ids without a person */
async function addMembers(
  target: RunContext['target'],
  cohort: string,
  distinctIds: readonly string[],
): Promise<number> {
  const found = await target.call('POST', 'persons/batch_by_distinct_ids/', {
    distinct_ids: distinctIds,
  });
  if (!found.ok) throw new Error(`persons could not be found: ${detailOf(found.body)}`);
  const persons = isObject(found.body) ? found.body['results'] : null;
  const list = isObject(persons) ? Object.values(persons).filter(isObject) : listOf(persons);
  const uuids = [...new Set(list.map((person) => String(person['uuid'])))];
  if (uuids.length > 0) {
    const path = `cohorts/${cohort}/add_persons_to_static_cohort/`;
    const response = await target.call('PATCH', path, { person_ids: uuids });
    if (!response.ok) throw new Error(`persons could not be added: ${detailOf(response.body)}`);
  }
  return distinctIds.length - list.length;
}
