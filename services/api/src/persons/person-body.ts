import type { CohortPersonBody } from '@tidemark/contracts';
import type { ListedPerson, Project } from '@tidemark/postgres';
import { wireTime } from '../wire-time';

/** The default properties for the display name of a person; the first one present counts. */
const NAMING_PROPERTIES = [
  ...['email', 'Email', '$email', 'name', 'Name'],
  ...['username', 'Username', 'UserName'],
];
/** Five groups of letters and digits: what SDKs call a person without an identified id. */
const ANONYMOUS = /^(?:[a-z0-9]+-){4}[a-z0-9]+$/;

/** A person of a project in a list (`docs/wire/management.md#cohort-persons`). */
export function personBody(
  person: ListedPerson,
  { personDisplayNames }: Pick<Project, 'personDisplayNames'>,
): CohortPersonBody {
  return {
    type: 'person',
    id: person.id,
    uuid: person.id,
    name: nameOf(person, personDisplayNames ?? []),
    distinct_ids: [...person.distinctIds],
    properties: { ...person.properties },
    created_at: wireTime(person.createdAt),
    is_identified: person.isIdentified,
    last_seen_at: null,
    matched_recordings: [],
    value_at_data_point: null,
  };
}

function nameOf({ properties, distinctIds, id }: ListedPerson, chosen: readonly string[]): string {
  for (const key of chosen.length > 0 ? chosen : NAMING_PROPERTIES) {
    const value = properties[key];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' && value !== 0) return String(value);
  }
  const given = distinctIds.find((distinctId) => !ANONYMOUS.test(distinctId));
  return given ?? distinctIds[0] ?? id;
}
