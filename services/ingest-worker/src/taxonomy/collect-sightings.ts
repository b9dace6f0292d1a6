import type { AssignedGroupTypes, NormalizedEvent } from '@tidemark/domain';
import type { PropertyOwner } from '@tidemark/postgres';
import { groupOwner } from '@tidemark/postgres';
import type { Seen, SeenDefinitions } from './seen-definitions';
import { SightingCollector } from './sighting-collector';

type Document = Readonly<Record<string, unknown>>;

/** Keys that are instructions or columns instead of properties of an event. */
const NOT_PROPERTIES: ReadonlySet<string> = new Set([
  ...['$set', '$set_once', '$unset', '$groups'],
  ...['$group_0', '$group_1', '$group_2', '$group_3', '$group_4'],
]);

/** The maximum length of a name in UTF-16 units; longer names have no definition. */
const MAX_NAME = 200;
/** A document with more keys than this defines nothing: its keys are data. */
const MAX_PROPERTIES = 5_000;
/** The maximum number of new names from one range; the others are found with the next event that has them. */
const MAX_PER_RANGE = 20_000;

/**
 * Returns the names in the events that are new, and marks them as seen. An event without new names costs one look-up
 * in a set per property.
 */
export function collectSightings(
  events: readonly NormalizedEvent[],
  groupTypes: Pick<AssignedGroupTypes, 'indexOf'>,
  known: SeenDefinitions,
  nowMs: number,
): SightingCollector {
  const collector = new SightingCollector(nowMs);
  for (const { entry, event: name, properties, personChanges, groupIdentify } of events) {
    const projectId = entry.team_id;
    const seen = known.at(`${projectId} event ${name}`);
    // Imported persons do not count as sightings of the events that carry them.
    const isStored = entry.imported !== 'identity';
    if (isStored) collector.event(projectId, name, seen);
    const see = (owner: PropertyOwner, document: unknown): void => {
      if (!isDocument(document)) return;
      const event = owner === 'event' ? name : null;
      const own = event === null ? known.at(`${projectId} ${owner}`) : seen;
      seeDocument(collector, { projectId, owner, event }, document, own);
    };
    if (name === '$groupidentify') {
      // Such an event concerns only its group.
      const index = groupIdentify && groupTypes.indexOf(projectId, groupIdentify.groupType);
      const owner = index === null ? null : groupOwner(index);
      if (owner !== null) see(owner, groupIdentify?.set);
      continue;
    }
    if (isStored) see('event', properties);
    see('person', personChanges.$set);
    see('person', personChanges.$set_once);
  }
  return collector;
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function seeDocument(
  collector: SightingCollector,
  place: Parameters<SightingCollector['property']>[0],
  document: Document,
  seen: Seen,
): void {
  const names = Object.keys(document);
  if (names.length > MAX_PROPERTIES) return;
  for (const name of names) {
    if (seen.settled.has(name)) continue;
    if (name.length > MAX_NAME || collector.size >= MAX_PER_RANGE) continue;
    if (place.event !== null && NOT_PROPERTIES.has(name)) continue;
    collector.property(place, name, document[name], seen);
  }
}
