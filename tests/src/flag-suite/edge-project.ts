import { waitUntil } from '@tidemark/testing';
import { createProject } from '../conformance/test-support/create-project';
import { sendEvents } from '../conformance/test-support/send-events';
import type { ApiClient } from '../test-support/api-client';
import type { DetailsResponse } from './response';
import { mapIds, namesOnly, type Ids } from './edge-ids';
import type { Ask, Given, GivenFlag } from './format';

/** A project of the running product with the stored data of a case. */
export interface EdgeProject {
  readonly id: number;
  readonly token: string;
  /** The stored data of the case, with the product's ids of flags and cohorts. */
  readonly stored: Given;
  /** Requests `/flags/?v=2`. */
  ask(request: Ask['request']): Promise<DetailsResponse>;
  /** Sends any request with the token of the project. */
  send(method: string, path: string, body: object): Promise<unknown>;
}

/** Thrown if the management API rejects a definition. */
export class RejectedError extends Error {}

const HEADERS = { 'content-type': 'application/json' };

/**
 * Creates a project with the stored data of a case, through the public API.
 *
 * @throws RejectedError
 */
export async function createEdgeProject(
  url: string,
  api: ApiClient,
  given: Given,
  timezone = 'UTC',
): Promise<EdgeProject> {
  const { id, token } = await createProject(api, { name: 'flag suite', timezone });
  const events = eventsOf(given);
  if (events.length > 0) await sendEvents(url, api, { id, token }, events);
  const ids = await writeDefinitions(api, `/api/projects/${id}`, given);

  const send: EdgeProject['send'] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: HEADERS,
      ...(method === 'POST' && { body: JSON.stringify({ token, ...body }) }),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  const ask = async (request: object): Promise<DetailsResponse> =>
    (await send('POST', '/flags/?v=2', request)) as DetailsResponse;
  const live = given.flags.filter(({ active, deleted }) => active !== false && deleted !== true);
  await waitUntil(async () => {
    const { flags } = await ask({ distinct_id: 'u1', evaluation_runtime: 'all' });
    expect(Object.keys(flags).sort()).toEqual(live.map(({ key }) => key).sort());
  });
  return { id, token, stored: storedAs(given, ids), ask, send };
}

async function writeDefinitions(api: ApiClient, project: string, given: Given): Promise<Ids> {
  const ids: Ids = { flags: new Map(), cohorts: new Map() };
  const write = async (path: string, body: object): Promise<number> => {
    const result = await api.post(`${project}/${path}/`, body);
    if (result.status === 400) throw new RejectedError(JSON.stringify(result.body));
    expect(result).toMatchObject({ status: 201 });
    return (result.body as { id: number }).id;
  };
  for (const { id, ...cohort } of given.cohorts ?? []) {
    const body = { name: `cohort ${id}`, filters: mapIds(cohort.filters, ids) };
    ids.cohorts.set(id, await write('cohorts', body));
  }
  for (const { id, deleted: _, ...flag } of inWritingOrder(given.flags)) {
    ids.flags.set(
      id,
      await write('feature_flags', { ...flag, filters: mapIds(flag.filters, ids) }),
    );
  }
  for (const { id } of given.flags.filter(({ deleted }) => deleted === true)) {
    const path = `${project}/feature_flags/${ids.flags.get(id) ?? 0}/`;
    const result = await api.patch(path, { deleted: true });
    if (result.status === 400) throw new RejectedError(JSON.stringify(result.body));
    expect(result).toMatchObject({ status: 200 });
  }
  return ids;
}

function storedAs(given: Given, ids: Ids): Given {
  const cohorts = (given.cohorts ?? []).map(({ id, ...cohort }) => ({
    ...cohort,
    id: ids.cohorts.get(id) ?? id,
  }));
  const flags = given.flags.map(({ id, ...flag }) => ({ ...flag, id: ids.flags.get(id) ?? id }));
  return mapIds({ ...given, cohorts, flags }, ids) as Given;
}

/** Sorts flags so that each follows the flags it depends on, as far as possible. */
function inWritingOrder(flags: readonly GivenFlag[]): readonly GivenFlag[] {
  const ordered: GivenFlag[] = [];
  let waiting = [...flags];
  while (waiting.length > 0) {
    const known = new Set(ordered.map(({ id }) => id));
    const ready = waiting.filter(({ filters }) => namesOnly(filters, known));
    if (ready.length === 0) return [...ordered, ...waiting];
    ordered.push(...ready);
    waiting = waiting.filter((flag) => !ready.includes(flag));
  }
  return ordered;
}

/** The events that create groups and persons. Group types get their index in the order of their first events. */
function eventsOf({ group_types: types = [], groups = [], persons = [] }: Given): object[] {
  return [
    ...types.map((type) => ({ $group_type: type, $group_key: 'first', $group_set: {} })),
    ...groups.map(({ type, key, properties }) => ({
      $group_type: type,
      $group_key: key,
      $group_set: properties,
    })),
  ]
    .map((properties): object => ({ event: '$groupidentify', distinct_id: 'groups', properties }))
    .concat(
      persons.map(({ distinct_id, properties }) => ({
        event: 'seen',
        distinct_id,
        properties: { $set: properties },
      })),
    );
}
