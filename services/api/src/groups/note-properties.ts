import { inferPropertyType } from '@tidemark/domain';
import type { Database } from '@tidemark/postgres';
import { groupOwner, saveSightings } from '@tidemark/postgres';
import type { GroupRouteDeps } from './group-routes';

const MAX_NAME = 400;

/** Definitions of properties that were set by hand, as ingestion makes them. */
export function createPropertyNotes(
  database: Database,
  now: () => Date,
): GroupRouteDeps['noteProperties'] {
  return async (projectId, index, properties) => {
    const owner = groupOwner(index);
    const names = Object.keys(properties).filter((name) => name.length <= MAX_NAME);
    if (owner === null || names.length === 0) return;
    const at = now();
    const sightings = names.map((name) => ({
      projectId,
      owner,
      name,
      propertyType: inferPropertyType(name, properties[name], at.getTime()),
    }));
    await saveSightings(database, { events: [], properties: sightings, eventProperties: [] }, at);
  };
}
