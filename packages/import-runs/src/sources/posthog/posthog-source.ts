import type { JsonObject } from '@tidemark/importers';
import { isObject, mapPostHogEvent } from '@tidemark/importers';
import type { HttpDeps } from '../http/send-request';
import { projectOrigin } from '../project-origin';
import type {
  Cursor,
  DefinitionSource,
  ImportSource,
  Page,
  RecordStream,
  SourceName,
} from '../source';
import { countEvents, countPersons } from './count-events';
import { eventPages, FIRST_UUID } from './event-pages';
import { literal } from './literal';
import type { PostHogAddress, PostHogApi } from './posthog-api';
import { createPostHogApi } from './posthog-api';

/** The number of rows of one query. PostHog's limit for queries with a key is 50,000. */
const PERSON_ROWS = 2_000;

/** Returns the name of a project of PostHog, without its key. */
export function postHogSourceName({
  url,
  projectId,
}: Pick<PostHogAddress, 'url' | 'projectId'>): SourceName {
  return {
    kind: 'posthog',
    key: `posthog ${url.host}${url.pathname.replace(/\/$/, '')} ${projectId}`,
    settings: { address: url.href, project: projectId },
  };
}

/** Creates a source that reads a project of PostHog (cloud or self-hosted) or Tidemark with its API and HogQL. */
export function openPostHogSource(deps: HttpDeps, address: PostHogAddress): ImportSource {
  // The signal of each call aborts its requests and its waits.
  const apiUntil = (signal: AbortSignal) => createPostHogApi(deps, address, signal);
  const stream = (
    name: RecordStream['name'],
    pages: (api: PostHogApi, from: Cursor | null) => AsyncIterable<Page>,
  ): RecordStream => ({ name, pages: (from, signal) => pages(apiUntil(signal), from) });
  const name = postHogSourceName(address);
  const definitions: DefinitionSource = {
    list: (path, signal) => apiUntil(signal).list(path),
    async get(path, signal) {
      const found = await apiUntil(signal).get(path);
      return isObject(found) ? found : null;
    },
  };
  return {
    ...name,
    origin: (signal) => projectOrigin(name, definitions, signal),
    definitions,
    streams: () =>
      Promise.resolve([
        stream('groups', groupPages),
        stream('events', eventPages),
        stream('persons', personPages),
      ]),
    mapEvent: mapPostHogEvent,
    async counts(signal) {
      const api = apiUntil(signal);
      return { events: await countEvents(api), persons: await countPersons(api) };
    },
    close: () => undefined,
  };
}

/** Reads rows of the persons model of batch exports, one for each distinct id. */
async function* personPages(api: PostHogApi, from: Cursor | null): AsyncGenerator<Page> {
  let after = from === null ? FIRST_UUID : String(from['id']);
  for (;;) {
    const persons = await api.hogql(
      `SELECT toString(id) AS person, properties, created_at, is_identified FROM persons
       WHERE toString(id) > '${literal(after)}' ORDER BY person LIMIT ${PERSON_ROWS}`,
    );
    const last = persons.at(-1);
    if (last === undefined) return;
    const until = String(last[0]);
    const ids = await distinctIds(api, after, until);
    const records = persons.flatMap(([id, properties, createdAt, isIdentified]): JsonObject[] =>
      (ids.get(String(id)) ?? []).map((distinctId) => ({
        person_id: id,
        distinct_id: distinctId,
        properties,
        created_at: createdAt,
        is_identified: isIdentified,
      })),
    );
    after = until;
    yield { records, cursor: { id: after } };
    if (persons.length < PERSON_ROWS) return;
  }
}

const ID_ROWS = 20_000;

async function distinctIds(
  api: PostHogApi,
  after: string,
  until: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, string[]>();
  for (let offset = 0; ; offset += ID_ROWS) {
    const rows = await api.hogql(
      `SELECT toString(person_id) AS person, distinct_id FROM person_distinct_ids
       WHERE toString(person_id) > '${literal(after)}' AND toString(person_id) <= '${literal(until)}'
       ORDER BY person, distinct_id LIMIT ${ID_ROWS} OFFSET ${offset}`,
    );
    for (const [person, id] of rows) {
      ids.set(String(person), [...(ids.get(String(person)) ?? []), String(id)]);
    }
    if (rows.length < ID_ROWS) return ids;
  }
}

/** Reads groups ordered by type, so that the project gives its group types the same numbers as the source. */
async function* groupPages(api: PostHogApi, from: Cursor | null): AsyncGenerator<Page> {
  const types = await api.get('groups_types/');
  const names = new Map(
    (Array.isArray(types) ? types : [])
      .filter(isObject)
      .map((type) => [Number(type['group_type_index']), String(type['group_type'])]),
  );
  let index = from === null ? 0 : Number(from['index']);
  let after = from === null ? '' : String(from['key']);
  for (; index < 5; index += 1, after = '') {
    const type = names.get(index);
    if (type === undefined) continue;
    for (;;) {
      const rows = await api.hogql(
        `SELECT key, properties, created_at FROM groups
         WHERE index = ${index} AND key > '${literal(after)}' ORDER BY key LIMIT ${PERSON_ROWS}`,
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      after = String(last[0]);
      const records = rows.map(([key, properties, createdAt]) => {
        return { group_type: type, group_key: key, properties, created_at: createdAt };
      });
      yield { records, cursor: { index, key: after } };
      if (rows.length < PERSON_ROWS) break;
    }
  }
}
