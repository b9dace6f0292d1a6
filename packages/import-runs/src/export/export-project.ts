import type { DefinitionKind, JsonObject } from '@tidemark/importers';
import { DEFINITION_KINDS } from '@tidemark/importers';
import { leftBehind, NOT_IMPORTED } from '../run/not-imported';
import { definitionFileName } from '../sources/file-names';
import type { ImportSource } from '../sources/source';

/** Writes the records of one file; its name is relative to the folder of the export. */
export type WriteRecords = (name: string, records: AsyncIterable<JsonObject>) => Promise<void>;

/** Fields with results of queries, which are large and not part of definitions. */
const RESULTS = new Set(['result', 'results', 'hogql', 'query_status', 'last_refresh']);

/**
 * Writes a project without its events: the definitions as the API returns them, one list per file, and the rows of its
 * groups and persons. `openFileSource` reads these files.
 *
 * @param source the project, read by its API
 */
export async function exportProject(
  source: ImportSource,
  write: WriteRecords,
  signal: AbortSignal,
): Promise<void> {
  const { definitions } = source;
  if (definitions === null) return;
  const toFile = (path: string, records: AsyncIterable<JsonObject>) =>
    write(`definitions/${definitionFileName(path)}.jsonl`, records);
  const list = (path: string) => definitions.list(path, signal);
  const project = await definitions.get('', signal);
  if (project !== null) await toFile('', only(withoutKeys(project)));
  await toFile('groups_types/', list('groups_types/'));
  const staticCohorts: string[] = [];
  for (const [definition, path] of DEFINITION_KINDS.flatMap(withLists)) {
    const { kind } = definition;
    const objects = withoutResults(list(path));
    if (kind === 'dashboard')
      await toFile(path, detailed(source, definition.path, objects, signal));
    else if (kind === 'cohort') await toFile(path, noting(objects, staticCohorts));
    else await toFile(path, objects);
  }
  for (const query of PROPERTY_LISTS) {
    const path = `property_definitions/?${query}`;
    await toFile(path, list(path));
  }
  // Their names only, so that an import can report them: they have secrets and addresses of people.
  for (const { path } of NOT_IMPORTED) {
    await toFile(path, leftBehind(definitions, path, signal));
  }
  for (const id of staticCohorts) {
    const path = `cohorts/${id}/persons/`;
    await toFile(path, membersOf(list(path)));
  }
  for (const stream of await source.streams(signal)) {
    // The caller exports events from the engine, because there may be many.
    if (stream.name === 'events') continue;
    await write(`${stream.name}.jsonl`, recordsOf(stream.pages(null, signal)));
  }
}

const withLists = (definition: DefinitionKind) =>
  definition.lists.map((path) => [definition, path] as const);

const PROPERTY_LISTS = [
  ...['type=event', 'type=person'],
  ...[0, 1, 2, 3, 4].map((index) => `type=group&group_type_index=${index}`),
];

async function* only(object: JsonObject): AsyncGenerator<JsonObject> {
  yield await Promise.resolve(object);
}

/** Removes the keys of the project, because the files of an export may be passed on. */
function withoutKeys(project: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(project).filter(([name]) => !/token|secret|webhook/.test(name)),
  );
}

async function* withoutResults(objects: AsyncIterable<JsonObject>): AsyncGenerator<JsonObject> {
  for await (const object of objects) yield stripped(object);
}

function stripped(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !RESULTS.has(name)));
}

/** Requests each object separately, because lists do not contain tiles. */
async function* detailed(
  { definitions }: ImportSource,
  path: string,
  objects: AsyncIterable<JsonObject>,
  signal: AbortSignal,
): AsyncGenerator<JsonObject> {
  for await (const object of objects) {
    const detail = await definitions?.get(`${path}/${String(object['id'])}/`, signal);
    const whole = detail ?? object;
    const tiles = Array.isArray(whole['tiles']) ? (whole['tiles'] as JsonObject[]) : [];
    yield { ...whole, tiles: tiles.map(withInsightId) };
  }
}

/** Replaces the insight of a tile with its id, because insights are in a separate file. */
function withInsightId(tile: JsonObject): JsonObject {
  const { insight } = tile;
  if (typeof insight !== 'object' || insight === null) return tile;
  return { ...tile, insight: { id: (insight as JsonObject)['id'] } };
}

async function* noting(
  objects: AsyncIterable<JsonObject>,
  staticCohorts: string[],
): AsyncGenerator<JsonObject> {
  for await (const object of objects) {
    if (object['is_static'] === true) staticCohorts.push(String(object['id']));
    yield object;
  }
}

async function* membersOf(persons: AsyncIterable<JsonObject>): AsyncGenerator<JsonObject> {
  for await (const { distinct_ids: distinctIds } of persons) yield { distinct_ids: distinctIds };
}

async function* recordsOf(
  pages: AsyncIterable<{ readonly records: readonly JsonObject[] }>,
): AsyncGenerator<JsonObject> {
  for await (const { records } of pages) yield* records;
}
