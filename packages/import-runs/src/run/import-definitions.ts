import type { DefinitionKind, IdLookup, JsonObject, MappedDefinition } from '@tidemark/importers';
import { isObject, textOf } from '@tidemark/importers';
import { detailOf } from '../target/project-target';
import type { DefinitionSource } from '../sources/source';
import type { Phase, RunContext } from './context';
import { problem } from './context';

/** Imports the objects of one kind. An object that refers to another one of its kind is imported after it. */
export function definitionsPhase(definition: DefinitionKind): Phase {
  const { kind, lists } = definition;
  return {
    name: kind,
    async work(context) {
      const { source, ids, scope, signal } = context;
      if (source.definitions === null) return;
      const known = await ids.all(scope, kind);
      const lookup = await context.lookup();
      const work: KindWork = {
        context,
        definition,
        known: new Map(known),
        lookup: (of, id) => (of === kind ? (work.known.get(id) ?? null) : lookup(of, id)),
        existing: await readExisting(context, definition, known),
      };
      let deferred: JsonObject[] = [];
      const seen = new Set<string>();
      for await (const item of allOf(source.definitions, lists, signal)) {
        const object = await wholeOf(source.definitions, definition, item, signal);
        seen.add(String(object['id']));
        if ((await takeOver(work, object, true)) === 'deferred') deferred.push(object);
      }
      for (let before = -1; deferred.length > 0 && deferred.length !== before;) {
        before = deferred.length;
        const still: JsonObject[] = [];
        for (const object of deferred) {
          if ((await takeOver(work, object, true)) === 'deferred') still.push(object);
        }
        deferred = still;
      }
      for (const object of deferred) await takeOver(work, object, false);
      const total = [...seen].filter((id) => typeof work.known.get(id) === 'string').length;
      const counted = context.counts[kind] ?? 0;
      await context.step({ phase: kind, cursor: null, counts: { [kind]: total - counted } });
    },
  };
}

async function* allOf(
  definitions: DefinitionSource,
  lists: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<JsonObject> {
  for (const list of lists) yield* definitions.list(list, signal);
}

/** Returns the object of an item in a list. */
async function wholeOf(
  definitions: DefinitionSource,
  { path, isIncomplete }: DefinitionKind,
  item: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  if (!isIncomplete(item)) return item;
  return (await definitions.get(`${path}/${String(item['id'])}/`, signal)) ?? item;
}

interface Existing {
  readonly byName: ReadonlyMap<string, string>;
  /** Ids of objects in the target to which no object of the source is mapped, by name. */
  readonly unmapped: ReadonlyMap<string, string>;
  /** Ids of objects that the target shows like other projects, by `sharedAs`. */
  readonly shared: ReadonlyMap<string, string>;
}

interface KindWork {
  readonly context: RunContext;
  readonly definition: DefinitionKind;
  readonly known: Map<string, string | null>;
  readonly lookup: IdLookup;
  readonly existing: Existing;
}

/** Reads existing objects of the project: those with unique names, shared ones, and the last ones of an interrupted run. */
async function readExisting(
  { target }: RunContext,
  { lists, uniqueBy, sharedAs }: DefinitionKind,
  known: ReadonlyMap<string, string | null>,
): Promise<Existing> {
  const byName = new Map<string, string>();
  const unmapped = new Map<string, string>();
  const shared = new Map<string, string>();
  const mapped = new Set(known.values());
  const hasBegun = mapped.has(null);
  if (uniqueBy === null && sharedAs === null && !hasBegun) return { byName, unmapped, shared };
  for (const list of lists) {
    for await (const object of target.list(list)) {
      const id = String(object['id']);
      const unique = uniqueBy === null ? null : textOf(object[uniqueBy]);
      if (unique !== null) byName.set(unique, id);
      if (mapped.has(id)) continue;
      unmapped.set(nameOf(object), id);
      const name = sharedAs?.(object) ?? null;
      if (name !== null) shared.set(name, id);
    }
  }
  return { byName, unmapped, shared };
}

async function takeOver(
  work: KindWork,
  object: JsonObject,
  mayDefer: boolean,
): Promise<'done' | 'deferred'> {
  const { context, definition, known, existing } = work;
  const { kind, uniqueBy } = definition;
  const sourceId = String(object['id']);
  const target = known.get(sourceId);
  if (typeof target === 'string' || object['deleted'] === true) return 'done';
  const shared = existing.shared.get(definition.sharedAs?.(object) ?? '');
  if (shared !== undefined) {
    await complete(work, sourceId, shared);
    return 'done';
  }
  const mapped = definition.map(object, work.lookup);
  if (mapped.kind === 'left_out') return 'done';
  if (mapped.kind === 'skipped') {
    if (mayDefer && mapped.missing.some((missing) => missing.kind === kind)) return 'deferred';
    await context.report(kind, [problem(kind, sourceId, nameOf(object), mapped.reason)]);
    return 'done';
  }
  const hasBegun = target === null;
  const unique = uniqueBy === null ? null : textOf(object[uniqueBy]);
  const present = unique === null ? undefined : existing.byName.get(unique);
  if (present !== undefined) {
    await keepPresent(work, object, present, mapped.body, hasBegun);
    return 'done';
  }
  const made = hasBegun ? existing.unmapped.get(nameOf(object)) : undefined;
  if (made !== undefined) {
    await complete(work, sourceId, made);
    return 'done';
  }
  return create(work, object, mapped, mayDefer && definition.refersByName);
}

/** Handles an object whose name exists: an event definition gets the description of the source, others are unchanged. */
async function keepPresent(
  work: KindWork,
  object: JsonObject,
  target: string,
  body: JsonObject,
  isOwn: boolean,
): Promise<void> {
  const { context, definition } = work;
  const { kind, path } = definition;
  const sourceId = String(object['id']);
  if (kind === 'event_definition') {
    const { name: _, ...changes } = body;
    const response = await context.target.call('PATCH', `${path}/${target}/`, changes);
    if (!response.ok) {
      const reason = detailOf(response.body);
      await context.report(kind, [problem(kind, sourceId, nameOf(object), reason)]);
    }
  } else if (!isOwn) {
    const reason = 'the project has one of this name already, which was left as it is';
    await context.report(kind, [problem(kind, sourceId, nameOf(object), reason)]);
  }
  await complete(work, sourceId, target);
}

async function create(
  work: KindWork,
  object: JsonObject,
  { body, notes }: Extract<MappedDefinition, { kind: 'create' }>,
  mayDefer: boolean,
): Promise<'done' | 'deferred'> {
  const { context, definition } = work;
  const { kind, path } = definition;
  const sourceId = String(object['id']);
  await context.ids.begin(context.scope, kind, sourceId);
  const response = await context.target.call('POST', `${path}/`, body);
  const created = isObject(response.body) ? response.body : {};
  if (!response.ok || textOf(created['id']) === null) {
    await context.ids.forget(context.scope, kind, sourceId);
    if (mayDefer) return 'deferred';
    const reason = detailOf(response.body);
    await context.report(kind, [problem(kind, sourceId, nameOf(object), reason)]);
    return 'done';
  }
  await complete(work, sourceId, String(created['id']));
  if (kind === 'survey') await mapSurveyFlags(context, object, created);
  const problems = notes.map((note) => problem(kind, sourceId, nameOf(object), note));
  await context.report(kind, problems);
  return 'done';
}

async function complete(
  { context, definition, known }: KindWork,
  sourceId: string,
  target: string,
): Promise<void> {
  await context.ids.complete(context.scope, definition.kind, sourceId, target);
  known.set(sourceId, target);
}

/** Maps the targeting flags of a survey in the source to those that the new survey has created. */
async function mapSurveyFlags(
  { ids, scope }: RunContext,
  source: JsonObject,
  created: JsonObject,
): Promise<void> {
  for (const name of ['targeting_flag', 'internal_targeting_flag']) {
    const from = source[name];
    const to = created[name];
    if (!isObject(from) || !isObject(to)) continue;
    await ids.complete(scope, 'feature_flag', String(from['id']), String(to['id']));
  }
}

function nameOf(object: JsonObject): string {
  const { key, name, content, derived_name: derived } = object;
  return textOf(key) ?? textOf(name) ?? textOf(content) ?? textOf(derived) ?? '';
}
