import { trimmedProperties } from './fit-properties';
import type { IdentityInput, IdentityWarning } from './identity-types';
import type { WorkingPerson } from './working-set';

/** Trims a person that an event has made too large, and adds a warning. */
export function trimPerson(
  person: WorkingPerson,
  event: IdentityInput,
  warnings: IdentityWarning[],
): void {
  const trimmed = trimmedProperties(person.properties);
  if (trimmed === null) return;
  person.properties = trimmed;
  warnings.push({
    projectId: event.projectId,
    type: 'person_properties_size_violation',
    eventUuid: event.uuid,
    details: { personId: person.id, outcome: 'properties were removed' },
  });
}
