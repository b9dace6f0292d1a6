import { trimmedProperties } from './fit-properties';
import type { IdentityInput, IdentityWarning } from './identity-types';
import type { WorkingPerson } from './working-set';

/** Brings a person down to what is stored, with a warning, after an event gave it too much at once. */
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
