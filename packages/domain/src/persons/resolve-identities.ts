import { assignAll } from '../json/copy-object';
import type { Properties } from '../properties';
import type {
  IdentityEvent,
  IdentityOutcome,
  IdentityWarning,
  LoadedIdentity,
  ResolvedIdentity,
} from './identity-types';
import { isOversized } from './fit-properties';
import { applyMerge } from './merge';
import { personUuid } from './person-uuid';
import { PROPERTY_NEUTRAL_EVENTS } from './property-lists';
import { updateProperties } from './property-update';
import { trimPerson } from './trim-person';
import type { WorkingPerson } from './working-set';
import { WorkingSet } from './working-set';

/** What rows of events without a person carry (§5.4). */
const NO_PERSON_CREATED_AT = new Date(5_000);

/** A personless event this much younger than its person is counted as a person's event (§5.4). */
const FORCE_UPGRADE_AFTER_MS = 60_000;

const NO_PROPERTIES: Properties = {};

/**
 * Applies the events of a batch, in order, to the stored identities: creates persons, merges them,
 * changes their properties (`wire/capture.md` §5.4–5.8). Splitting a batch anywhere gives the same
 * persons. Pure: the caller loads before and stores after.
 */
export function resolveIdentities(
  loaded: LoadedIdentity,
  events: readonly IdentityEvent[],
): ResolvedIdentity {
  const set = new WorkingSet(loaded);
  const warnings: IdentityWarning[] = [];
  const outcomes = events.map((event) =>
    event.personless ? withoutPerson(set, event) : withPerson(set, event, warnings),
  );
  return { outcomes, changes: set.changes(), warnings };
}

function withoutPerson(set: WorkingSet, event: IdentityEvent): IdentityOutcome {
  const { projectId, distinctId } = event;
  const person = set.find(projectId, distinctId);
  if (person === null) {
    set.markPersonless(projectId, distinctId);
    return {
      personId: personUuid(projectId, distinctId),
      personCreatedAt: NO_PERSON_CREATED_AT,
      personProperties: NO_PROPERTIES,
      personMode: 'propertyless',
    };
  }
  const age = event.timestamp.getTime() - person.createdAt.getTime();
  return {
    personId: person.id,
    personCreatedAt: person.createdAt,
    personProperties: NO_PROPERTIES,
    personMode: age > FORCE_UPGRADE_AFTER_MS ? 'force_upgrade' : 'propertyless',
  };
}

function withPerson(
  set: WorkingSet,
  event: IdentityEvent,
  warnings: IdentityWarning[],
): IdentityOutcome {
  applyMerge(set, event, warnings);
  const found = set.find(event.projectId, event.distinctId);
  const { person, isNew } =
    found === null
      ? set.create(event.projectId, event.distinctId, {
          properties: initialProperties(event),
          createdAt: event.timestamp,
        })
      : { person: found, isNew: false };
  const neutral = PROPERTY_NEUTRAL_EVENTS.has(event.event);
  if (isNew) trimPerson(person, event, warnings);
  else if (!neutral) update(person, event, warnings);
  return {
    personId: person.id,
    personCreatedAt: person.createdAt,
    personProperties: neutral ? person.properties : overlaid(person.properties, event.update.set),
    personMode: 'full',
  };
}

function initialProperties(event: IdentityEvent): Properties {
  const creator = { $creator_event_uuid: event.uuid };
  if (PROPERTY_NEUTRAL_EVENTS.has(event.event)) return creator;
  const properties = overlaid(event.update.setOnce, event.update.set);
  return { ...properties, ...creator };
}

/** The first with all of the second laid over it. */
function overlaid(under: Properties, over: Properties): Properties {
  const both = { ...under };
  assignAll(both, over);
  return both;
}

function update(person: WorkingPerson, event: IdentityEvent, warnings: IdentityWarning[]): void {
  const next = updateProperties(event.event, person.properties, event.update);
  if (next === null) return;
  if (isOversized(next)) {
    warnings.push({
      projectId: event.projectId,
      type: 'person_properties_size_violation',
      eventUuid: event.uuid,
      details: { personId: person.id, outcome: 'the update was refused' },
    });
    return;
  }
  person.properties = next;
  person.changed = true;
}
