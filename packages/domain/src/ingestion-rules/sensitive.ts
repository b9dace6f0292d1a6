import type { LoggedEventV1, RuleDetector } from '@tidemark/contracts';
import { eventAddress } from '../geoip/event-address';
import { putKey } from '../json/copy-object';
import { isObject } from '../json/json-object';
import type { JsonObject } from '../json/json-object';
import type { Replacement } from './replacement';
import type { TextRedaction } from './text-redaction';
import { redactTexts } from './text-redaction';

/** Replaces sensitive values wherever they are; returns the same object if there are none. */
export interface Redactor {
  entry(entry: LoggedEventV1): LoggedEventV1;
  /** Redacts a document that is not an event: a warning or the metadata of a recording. */
  document<T>(document: T): T;
}

/** Properties whose values are ids: they are hashed, never replaced by a fixed word. */
const IDENTIFIERS: ReadonlySet<string> = new Set([
  ...['distinct_id', '$distinct_id', '$anon_distinct_id', 'alias', '$device_id', '$user_id'],
  ...['$group_key', 'distinctId', 'groupKey'],
]);
/** The property whose values are all group keys. */
const GROUPS = '$groups';
const ID_NAMES: ReadonlySet<string> = new Set(['distinct_id', '$anon_distinct_id', 'alias']);

/** Fields of warnings, recordings and console messages that Tidemark sets or validates. They are not redacted. */
const OWN_TEXTS: ReadonlySet<string> = new Set([
  ...['kind', 'uuid', 'type', 'severity', 'timestamp', 'start', 'end', 'level', 'trace'],
]);

export function createRedactor(
  config: { readonly properties: readonly string[]; readonly detectors: readonly RuleDetector[] },
  replacement: Replacement,
): Redactor {
  const names = new Set(config.properties.flatMap((name) => [name, `attr__${name}`]));
  const walk = createWalk(
    names,
    replacement,
    redactTexts(config.detectors, config.properties, replacement),
  );
  const namesIds = config.properties.some((name) => ID_NAMES.has(name));
  const id = (text: string): string =>
    namesIds && text !== '' ? replacement.identifier(text) : walk.identifier(text);

  return {
    entry: (entry) => {
      const given =
        names.has('$ip') && entry.ip !== null
          ? { ...entry.properties, $ip: eventAddress(entry) }
          : entry.properties;
      const ip = names.has('$ip') ? null : entry.ip;
      const properties = ids(walk.object(given), namesIds, replacement);
      const event = walk.text(entry.event);
      const distinctId = id(entry.distinct_id);
      const notices = redactOwn(entry.notices, walk) as LoggedEventV1['notices'];
      if (
        properties === entry.properties &&
        event === entry.event &&
        distinctId === entry.distinct_id &&
        notices === entry.notices &&
        ip === entry.ip
      ) {
        return entry;
      }
      return {
        ...entry,
        event,
        distinct_id: distinctId,
        properties,
        ip,
        ...(notices !== undefined && { notices }),
      };
    },
    document: <T>(document: T) => {
      const walked = redactOwn(document, walk);
      if (!namesIds || !isObject(walked)) return walked as T;
      const own = ids(walked, true, replacement);
      const details = own['details'];
      if (!isObject(details)) return own as T;
      return { ...own, details: ids(details, true, replacement) } as T;
    },
  };
}

/**
 * Redacts a warning or the metadata of a recording. A field with the name of a redacted property is not a property:
 * only `details` contains properties. Redacted fields could not be stored, and would stop the worker.
 */
function redactOwn(document: unknown, walk: Walk, key = ''): unknown {
  if (typeof document === 'string') {
    if (OWN_TEXTS.has(key)) return document;
    return IDENTIFIERS.has(key) ? walk.identifier(document) : walk.text(document);
  }
  if (Array.isArray(document)) return list(document, (item) => redactOwn(item, walk));
  if (!isObject(document)) return document;
  return withNames(
    document,
    (name, item) =>
      name === 'details' && isObject(item) ? walk.object(item) : redactOwn(item, walk, name),
    (name) => name,
  );
}

/**
 * Replaces the ids of a person under all their names if the rule lists one of the names, so that equal ids stay
 * equal.
 */
function ids(properties: JsonObject, namesIds: boolean, replacement: Replacement): JsonObject {
  if (!namesIds) return properties;
  const changed: Record<string, unknown> = {};
  for (const name of [...ID_NAMES, 'distinctId']) {
    const value = properties[name];
    if (typeof value !== 'string' || value === '' || !Object.hasOwn(properties, name)) continue;
    const after = replacement.identifier(value);
    if (after !== value) changed[name] = after;
  }
  return Object.keys(changed).length === 0 ? properties : { ...properties, ...changed };
}

interface Walk {
  object(value: JsonObject): JsonObject;
  text(text: string): string;
  identifier(text: string): string;
}

function createWalk(
  names: ReadonlySet<string>,
  replacement: Replacement,
  text: TextRedaction,
): Walk {
  const newNameOf = rememberingPlain(text);
  const identifier = (value: string): string =>
    text(value) === value ? value : replacement.identifier(value);

  const value = (key: string, given: unknown): unknown => {
    if (typeof given === 'string') {
      if (names.has(key)) return given === '' ? given : namedText(key, given);
      return IDENTIFIERS.has(key) ? identifier(given) : text(given);
    }
    if (typeof given === 'number') return number(key, given);
    if (given === null || given === undefined) return given;
    if (names.has(key)) return named(key, given);
    if (Array.isArray(given)) return list(given, (item) => value(key, item));
    return isObject(given) ? object(given, key === GROUPS) : given;
  };

  const namedText = (key: string, given: string): string =>
    IDENTIFIERS.has(key) ? replacement.identifier(given) : replacement.named(given);

  const number = (key: string, given: number): unknown => {
    if (names.has(key)) return namedText(key, String(given));
    // Card numbers may also be sent as numbers.
    if (given < 1e12 || !Number.isSafeInteger(given)) return given;
    const before = String(given);
    const after = text(before);
    return after === before ? given : after;
  };

  /**
   * Replaces every value in the property. Values in lists are replaced one by one, so that their hashes can be
   * compared.
   */
  const named = (key: string, given: unknown): unknown => {
    if (typeof given === 'string') return given === '' ? given : namedText(key, given);
    if (Array.isArray(given)) return list(given, (item) => named(key, item));
    if (isObject(given)) return withNames(given, (_, item) => named(key, item), newNameOf);
    return given === null || given === undefined ? given : namedText(key, JSON.stringify(given));
  };

  const object = (given: JsonObject, isGroups = false): JsonObject =>
    withNames(
      given,
      (name, item) =>
        isGroups && typeof item === 'string' && !names.has(name)
          ? identifier(item)
          : value(name, item),
      newNameOf,
    );

  return { object, text, identifier };
}

const MAX_REMEMBERED = 2_000;
const MAX_REMEMBERED_LENGTH = 100;

/** Caches names without sensitive data, because events have the same names again and again. */
function rememberingPlain(text: TextRedaction): TextRedaction {
  const plain = new Set<string>();
  return (name) => {
    if (name.length < 6 || plain.has(name)) return name;
    const after = text(name);
    if (after !== name || name.length > MAX_REMEMBERED_LENGTH) return after;
    if (plain.size >= MAX_REMEMBERED) plain.clear();
    plain.add(name);
    return name;
  };
}

function list(given: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = given.map(change);
  return changed.some((item, index) => item !== given[index]) ? changed : given;
}

/**
 * Changes the members of an object. Names may contain sensitive data, too: `{"ann@example.com": 3}`. If two names
 * become equal, the last value is kept.
 */
function withNames(
  given: JsonObject,
  change: (name: string, item: unknown) => unknown,
  newNameOf: TextRedaction,
): JsonObject {
  const keys = Object.keys(given);
  let changed: Record<string, unknown> | null = null;
  for (let index = 0; index < keys.length; index += 1) {
    const name = keys[index] ?? '';
    const before = given[name];
    const newName = newNameOf(name);
    const own = change(name, before);
    // The value is also changed by its new name, as a second run would do.
    const after = newName === name ? own : change(newName, own);
    if (changed === null) {
      if (after === before && newName === name) continue;
      changed = {};
      for (const earlier of keys.slice(0, index)) putKey(changed, earlier, given[earlier]);
    }
    putKey(changed, newName, after);
  }
  return changed ?? given;
}
