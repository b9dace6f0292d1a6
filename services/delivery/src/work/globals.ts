import type { DeliveredEvent } from '@tidemark/contracts';
import type { DeliveryGlobals } from '@tidemark/destinations';
import type { DeliveryGroup, DeliveryProject } from '@tidemark/postgres';

/** The properties with the display name of a person, unless the project configures others. */
const NAME_PROPERTIES = [
  ...['email', 'Email', '$email', 'name', 'Name'],
  ...['username', 'Username', 'UserName'],
];

/** The variables of an event for templates. */
export function globalsOf(
  event: DeliveredEvent,
  project: DeliveryProject,
  groups: readonly DeliveryGroup[],
  given: {
    readonly siteUrl: string | null;
    readonly destinationName: string;
    readonly destinationId: string;
  },
): DeliveryGlobals {
  const projectUrl = given.siteUrl === null ? '' : `${given.siteUrl}/project/${project.id}`;
  const link = (path: string): string => (projectUrl === '' ? '' : projectUrl + path);
  const encoded = encodeURIComponent;
  return {
    project: { id: project.id, name: project.name, url: projectUrl },
    source: { name: given.destinationName, url: link(`/functions/${given.destinationId}`) },
    event: {
      uuid: event.uuid,
      event: event.event,
      name: event.event,
      distinct_id: event.distinctId,
      timestamp: event.timestamp,
      elements_chain: event.elementsChain,
      properties: event.properties,
      url: link(`/activity?event=${encoded(event.uuid)}`),
    },
    person: {
      id: event.personId,
      distinct_id: event.distinctId,
      name: nameOf(event, project),
      properties: event.personProperties,
      url: link(`/person/${encoded(event.distinctId)}`),
    },
    groups: Object.fromEntries(
      groups.map(({ type, index, key, properties }) => [
        type,
        {
          ...{ id: key, type, index, properties, name: groupName(key, properties) },
          url: link(`/groups/${index}/${encoded(key)}`),
        },
      ]),
    ),
  };
}

function nameOf(
  { personProperties, distinctId }: DeliveredEvent,
  { personDisplayNames }: DeliveryProject,
): string {
  for (const property of personDisplayNames ?? NAME_PROPERTIES) {
    const value = Object.hasOwn(personProperties, property) ? personProperties[property] : null;
    if (typeof value === 'string' && value !== '') return value;
  }
  return distinctId;
}

function groupName(key: string, properties: Readonly<Record<string, unknown>>): string {
  const name = Object.hasOwn(properties, 'name') ? properties['name'] : null;
  return typeof name === 'string' && name !== '' ? name : key;
}
