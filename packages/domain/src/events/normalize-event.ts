import type { LoggedEventV1 } from '@tidemark/contracts';
import { completeAiProperties, isAiEvent } from '../ai/ai-properties';
import { repairText } from '../capture/text-repair';
import { elementsChain } from '../elements/elements-chain';
import { eventAddress } from '../geoip/event-address';
import { geoipPersonChanges, geoipProperties } from '../geoip/geoip-properties';
import type { GeoipLocation, LocateIp } from '../geoip/location';
import { locationOf } from '../geoip/location-of';
import { groupIdentifyOf, groupsOf } from '../groups/event-groups';
import { isObject } from '../json/json-object';
import { assignAll, copyWithout } from '../json/copy-object';
import { addAutoProperties } from '../persons/auto-properties';
import type { PropertyUpdate } from '../persons/property-update';
import type { Properties } from '../properties';
import { detailText, eventWarning } from '../warnings/event-warning';
import type { EventWarning } from '../warnings/event-warning';
import { judgeDropped } from './judge-dropped';
import { mergeSourceOf } from './merge-source';
import type { Normalization, NormalizedEvent } from './normalized-event';

const MAX_EVENT_NAME = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Properties that are not stored among the others: large ones that no query reads
 * (`docs/wire/capture-processing.md#removed-properties`), and those with columns or a meaning of their own.
 */
const STRIPPED = [
  '$elements',
  '$elements_chain',
  '$heatmap_data',
  'ph_product_tours',
  '$product_tours_activated',
  '$override_feature_flag_payloads',
  '$set',
  '$set_once',
];
const STRIPPED_WITH_PERSON: ReadonlySet<string> = new Set([...STRIPPED, '$process_person_profile']);
const STRIPPED_WITHOUT_PERSON: ReadonlySet<string> = new Set([
  ...STRIPPED,
  '$unset',
  ...['$group_0', '$group_1', '$group_2', '$group_3', '$group_4'],
]);

/**
 * Applies all rules that need no store to an event (`docs/wire/capture-processing.md#order`,
 * `docs/wire/capture-processing.md#normalisation` and `docs/wire/capture-processing.md#elements-chain`).
 * @param locate finds the location of an address; by default events get no location
 */
export function normalizeEvent(
  entry: LoggedEventV1,
  project: { readonly anonymizeIps: boolean },
  locate: LocateIp = () => null,
): Normalization {
  const dropped = judgeDropped(entry);
  if (dropped !== null) return { kind: 'dropped', ...dropped };
  const given = entry.properties;
  const flag = given['$process_person_profile'];
  const personless = flag === false;
  const warnings: EventWarning[] = [...(entry.notices ?? [])];
  if (flag !== undefined && typeof flag !== 'boolean') {
    warnings.push(
      eventWarning('invalid_process_person_profile', { $process_person_profile: detailText(flag) }),
    );
  }
  if (entry.event.length > MAX_EVENT_NAME) {
    warnings.push(eventWarning('event_name_truncated', { maxLength: MAX_EVENT_NAME }));
  }
  const location = entry.imported === undefined ? locationOf(entry, locate) : null;
  const properties = ownProperties(entry, project, location, personless);
  const sessionId = properties['$session_id'];
  if (typeof sessionId === 'string') {
    if (UUID.test(sessionId)) properties['$session_id'] = sessionId.toLowerCase();
    else
      warnings.push(
        eventWarning('invalid_event_session_id', { $session_id: detailText(sessionId) }),
      );
  }
  const update = personless ? NO_UPDATE : personUpdate(entry.event, given, properties, location);
  const identify = entry.event === '$groupidentify' ? groupIdentifyOf(properties) : null;
  if (identify?.kind === 'invalid_set') {
    const set = detailText(properties['$group_set']);
    warnings.push(eventWarning('invalid_group_set', { $group_set: set }));
  }

  return {
    kind: 'event',
    warnings,
    event: {
      entry,
      event: repairText(entry.event.slice(0, MAX_EVENT_NAME)),
      distinctId: entry.distinct_id,
      timestamp: new Date(entry.timestamp),
      personless,
      properties,
      personChanges: personless ? {} : personChanges(given, update),
      elementsChain: elementsChain(given),
      update,
      mergeSource: personless ? null : mergeSourceOf(entry.event, given),
      groups: personless ? [] : groupsOf(properties),
      // An import of identities writes groups although its events have no person.
      groupIdentify:
        identify?.kind === 'group' && (!personless || entry.imported === 'identity')
          ? identify.group
          : null,
    },
  };
}

const NO_UPDATE: PropertyUpdate = { set: {}, setOnce: {}, unset: [] };

/** A copy of the properties with those that the server adds, without those that it removes. */
function ownProperties(
  entry: LoggedEventV1,
  project: { readonly anonymizeIps: boolean },
  location: GeoipLocation | null,
  personless: boolean,
): Record<string, unknown> {
  const properties = copyWithout(
    entry.properties,
    personless ? STRIPPED_WITHOUT_PERSON : STRIPPED_WITH_PERSON,
  );
  const ip = eventAddress(entry);
  if (project.anonymizeIps) Reflect.deleteProperty(properties, '$ip');
  else if (ip !== undefined) properties['$ip'] = ip;
  if (entry.sent_at !== undefined) properties['$sent_at'] = entry.sent_at;
  if (location !== null) assignAll(properties, geoipProperties(location));
  if (
    properties['$os_name'] !== undefined &&
    properties['$os'] === undefined &&
    properties['$is_server'] !== true
  ) {
    properties['$os'] = properties['$os_name'];
  }
  if (isAiEvent(entry.event)) completeAiProperties(entry.event, properties);
  return properties;
}

function personUpdate(
  event: string,
  given: Properties,
  properties: Properties,
  location: GeoipLocation | null,
): PropertyUpdate {
  const set = { ...(isObject(given['$set']) ? given['$set'] : {}) };
  const setOnce = { ...(isObject(given['$set_once']) ? given['$set_once'] : {}) };
  if (location !== null) {
    const changes = geoipPersonChanges(location);
    assignAll(set, changes.set);
    assignAll(setOnce, changes.setOnce);
  }
  addAutoProperties(event, properties, { set, setOnce });
  return { set, setOnce, unset: unsetNames(given['$unset']) };
}

/** `$set` and `$set_once` for the stored row: with added properties if there are any, else as sent. */
function personChanges(
  given: Properties,
  update: PropertyUpdate,
): NormalizedEvent['personChanges'] {
  const shown = (changes: Properties, original: unknown): unknown =>
    isEmpty(changes) ? original : changes;
  return {
    $set: shown(update.set, given['$set']),
    $set_once: shown(update.setOnce, given['$set_once']),
  };
}

function isEmpty(object: Properties): boolean {
  for (const _ in object) return false;
  return true;
}

/**
 * The names in `$unset`, which is a list of names or an object whose keys are the names
 * (`docs/wire/capture.md#field-unset`).
 */
function unsetNames(unset: unknown): readonly string[] {
  if (Array.isArray(unset)) return unset.filter((name) => typeof name === 'string');
  return isObject(unset) ? Object.keys(unset) : [];
}
