import type { IngestEntry } from '@tidemark/contracts';
import { repairText } from '../capture/text-repair';
import { elementsChain } from '../elements/elements-chain';
import type { LocateIp } from '../geoip/location';
import { withLocation } from '../geoip/with-location';
import { groupIdentifyOf, groupsOf } from '../groups/event-groups';
import { withAutoProperties } from '../persons/auto-properties';
import type { Properties } from '../properties';
import { isObject } from '../capture/json-object';
import { detailText, eventWarning } from '../warnings/event-warning';
import type { EventWarning } from '../warnings/event-warning';
import { judgeDropped } from './judge-dropped';
import { mergeSourceOf } from './merge-source';
import type { Normalization } from './normalized-event';

const MAX_EVENT_NAME = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Bulk that no query reads (§5.10–5.12), and what has columns or meaning of its own. */
const STRIPPED = [
  '$elements',
  '$elements_chain',
  '$heatmap_data',
  'ph_product_tours',
  '$product_tours_activated',
  '$override_feature_flag_payloads',
];

const PERSON_INSTRUCTIONS = ['$set', '$set_once', '$unset'];
const GROUP_COLUMNS = ['$group_0', '$group_1', '$group_2', '$group_3', '$group_4'];

/**
 * Everything about an event that can be decided without a store (`wire/capture.md` §5.1–5.4, 5.11).
 *
 * @param locate where the event's address is; without it events get no location
 */
export function normalizeEvent(
  entry: IngestEntry,
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
  const properties = ownProperties(entry, project, locate);
  const sessionId = properties['$session_id'];
  if (typeof sessionId === 'string') {
    if (UUID.test(sessionId)) properties['$session_id'] = sessionId.toLowerCase();
    else
      warnings.push(
        eventWarning('invalid_event_session_id', { $session_id: detailText(sessionId) }),
      );
  }
  const update = personless ? NO_UPDATE : personUpdate(entry.event, properties);
  if (personless) {
    remove(properties, [...PERSON_INSTRUCTIONS, ...GROUP_COLUMNS]);
  } else {
    remove(properties, ['$process_person_profile']);
    if (Object.keys(update.set).length > 0) properties['$set'] = update.set;
    if (Object.keys(update.setOnce).length > 0) properties['$set_once'] = update.setOnce;
  }
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
      elementsChain: elementsChain(given),
      update,
      mergeSource: mergeSourceOf(entry.event, given),
      groups: personless ? [] : groupsOf(properties),
      groupIdentify: !personless && identify?.kind === 'group' ? identify.group : null,
    },
  };
}

const NO_UPDATE = { set: {}, setOnce: {}, unset: [] };

/** A copy with what the server adds and without what it takes away. */
function ownProperties(
  entry: IngestEntry,
  project: { readonly anonymizeIps: boolean },
  locate: LocateIp,
): Record<string, unknown> {
  const given = { ...entry.properties };
  remove(given, STRIPPED);
  if (given['$ip'] === undefined && entry.ip !== null) given['$ip'] = entry.ip;
  const properties = withLocation(given, locate);
  if (project.anonymizeIps) remove(properties, ['$ip']);
  if (
    properties['$os_name'] !== undefined &&
    properties['$os'] === undefined &&
    properties['$is_server'] !== true
  ) {
    properties['$os'] = properties['$os_name'];
  }
  return properties;
}

function personUpdate(event: string, properties: Properties) {
  const { $set: set, $set_once: setOnce, $unset: unset } = properties;
  const changes = withAutoProperties(event, properties, {
    set: isObject(set) ? set : {},
    setOnce: isObject(setOnce) ? setOnce : {},
  });
  return { ...changes, unset: unsetNames(unset) };
}

/** `$unset` is a list of names, or an object whose keys are the names (§2.2). */
function unsetNames(unset: unknown): readonly string[] {
  if (Array.isArray(unset)) return unset.filter((name) => typeof name === 'string');
  return isObject(unset) ? Object.keys(unset) : [];
}

function remove(properties: Record<string, unknown>, keys: readonly string[]): void {
  for (const key of keys) Reflect.deleteProperty(properties, key);
}
