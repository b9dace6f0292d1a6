import { createHash } from 'node:crypto';
import type { IngestionRuleDefinition, LoggedEventV1 } from '@tidemark/contracts';
import { putKey } from '../json/copy-object';
import { isObject } from '../json/json-object';

type ConfigOf<K extends IngestionRuleDefinition['kind']> = Extract<
  IngestionRuleDefinition,
  { readonly kind: K }
>['config'];

/** Whether an event is kept: the result is the same for all events of a distinct id, and independent of other rules. */
export function sampling(
  ruleId: string,
  { rate }: ConfigOf<'sample'>,
): (entry: LoggedEventV1) => boolean {
  return ({ distinct_id: id }) => shareOf(`${ruleId}:${id}`) < rate;
}

const TWO_TO_48 = 2 ** 48;

/** A number from 0 to below 1, computed from the text. */
function shareOf(text: string): number {
  return createHash('sha1').update(text).digest().readUIntBE(0, 6) / TWO_TO_48;
}

/** Where an event has properties of its person; `$unset` may also be a list of names. */
const PERSON_PLACES = ['$set', '$set_once', '$unset'];

/** Renames an event or a property; returns null if the new name is already used, because nothing may be overwritten. */
export function renaming({
  what,
  from,
  to,
}: ConfigOf<'rename'>): (entry: LoggedEventV1) => LoggedEventV1 | null {
  if (what === 'event') return (entry) => (entry.event === from ? { ...entry, event: to } : entry);
  return (entry) => {
    const { properties } = entry;
    const places = PERSON_PLACES.filter((place) => isObject(properties[place]));
    const documents = [properties, ...places.map((place) => properties[place])];
    if (documents.some((document) => has(document, from) && has(document, to))) return null;
    const { $unset } = properties;
    const isUnset = Array.isArray($unset) && $unset.includes(from);
    if (!isUnset && !documents.some((document) => has(document, from))) return entry;
    const renamed = withName(properties, from, to);
    if (isUnset) {
      // The stored property has the new name.
      renamed['$unset'] = ($unset as unknown[]).map((name) => (name === from ? to : name));
    }
    for (const place of places) {
      const document = renamed[place];
      if (isObject(document)) renamed[place] = withName(document, from, to);
    }
    return { ...entry, properties: renamed };
  };
}

function has(document: unknown, name: string): boolean {
  return isObject(document) && Object.hasOwn(document, name);
}

/** A copy with one member renamed, in the same order. */
function withName(
  document: Readonly<Record<string, unknown>>,
  from: string,
  to: string,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(document)) {
    putKey(copy, name === from ? to : name, document[name]);
  }
  return copy;
}

/** Sets a property to a constant. */
export function setting({
  property,
  value,
  person,
  overwrite,
}: ConfigOf<'set'>): (entry: LoggedEventV1) => LoggedEventV1 {
  const put = (document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const isSet = Object.hasOwn(document, property);
    if (isSet && (!overwrite || document[property] === value)) return document;
    const copy = { ...document };
    putKey(copy, property, value);
    return copy;
  };
  return (entry) => {
    let properties = put(entry.properties);
    if (person) {
      const given = properties['$set'];
      const $set = put(isObject(given) ? given : {});
      if ($set !== given) properties = { ...properties, $set };
    }
    return properties === entry.properties ? entry : { ...entry, properties };
  };
}
