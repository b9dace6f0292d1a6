import type { AssignedGroupTypes, NormalizedEvent } from '@tidemark/domain';
import type { PropertyOwner } from '@tidemark/postgres';
import { groupOwner } from '@tidemark/postgres';
import type { Seen, SeenDefinitions } from './seen-definitions';
import { SightingCollector } from './sighting-collector';

type Document = Readonly<Record<string, unknown>>;

/** Instructions and columns rather than properties of an event. */
const NOT_PROPERTIES: ReadonlySet<string> = new Set([
  ...['$set', '$set_once', '$unset', '$groups'],
  ...['$group_0', '$group_1', '$group_2', '$group_3', '$group_4'],
]);

/** UTF-16 units; longer names have no definition. */
const MAX_NAME = 200;
/** A document with more keys than this defines nothing: its keys are data. */
const MAX_PROPERTIES = 5_000;
/** New things taken from one range; what is over is found with the next event that has it. */
const MAX_PER_RANGE = 20_000;

/**
 * What the events show that has not been seen before; all of it counts as seen from now on. When nothing
 * is new an event costs one look-up in a set per property.
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
    // An import that brings persons is no sighting of the events that say so.
    const isStored = entry.imported !== 'identity';
    if (isStored) collector.event(projectId, name, seen);
    const see = (owner: PropertyOwner, document: unknown): void => {
      if (!isDocument(document)) return;
      const event = owner === 'event' ? name : null;
      const own = event === null ? known.at(`${projectId} ${owner}`) : seen;
      seeDocument(collector, { projectId, owner, event }, document, own);
    };
    if (name === '$groupidentify') {
      // Such an event is about its group alone.
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
