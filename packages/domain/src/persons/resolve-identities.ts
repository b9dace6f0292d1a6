import { assignAll } from '../json/copy-object';
import type { Properties } from '../properties';
import type {
  IdentityInput,
  IdentityOutcome,
  IdentityWarning,
  LoadedIdentity,
  ResolvedIdentity,
} from './identity-types';
import type { EventOrder } from './event-order';
import { FirstTouch } from './first-touch';
import { isOversized } from './fit-properties';
import { applyMerge } from './merge';
import { personUuid } from './person-uuid';
import { PROPERTY_NEUTRAL_EVENTS } from './property-lists';
import type { PropertyUpdate } from './property-update';
import { updateProperties } from './property-update';
import { CREATOR_KEY } from './stored-first-touch';
import { trimPerson } from './trim-person';
import type { WorkingPerson } from './working-set';
import { WorkingSet } from './working-set';

/** The creation time of the person in rows of personless events (`docs/wire/capture-processing.md#personless-row`). */
const NO_PERSON_CREATED_AT = new Date(5_000);

/**
 * A personless event that is later than the creation of its person by more than this is stored with the person
 * (`docs/wire/capture-processing.md#force-upgrade`).
 */
const FORCE_UPGRADE_AFTER_MS = 60_000;

const NO_PROPERTIES: Properties = {};
const NO_UPDATE: PropertyUpdate = { set: {}, setOnce: {}, unset: [] };

/**
 * Applies the events of a batch, in order, to the stored identities: creates persons, merges them and changes their
 * properties (`docs/wire/capture-processing.md#person-processing`, `docs/wire/capture-processing.md#person-updates`
 * and `docs/wire/capture-processing.md#merging`). However a sequence of events is split into batches, the persons are
 * the same; their first values and creation times are the same in any order of the events. Does no I/O: the caller
 * loads the state before and stores the changes afterwards.
 */
export function resolveIdentities(
  loaded: LoadedIdentity,
  events: readonly IdentityInput[],
): ResolvedIdentity {
  const set = new WorkingSet(loaded);
  const warnings: IdentityWarning[] = [];
  const outcomes = events.map((event) =>
    event.personless ? withoutPerson(set, event) : withPerson(set, event, warnings),
  );
  return { outcomes, changes: set.changes(), warnings };
}

function withoutPerson(set: WorkingSet, event: IdentityInput): IdentityOutcome {
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
  event: IdentityInput,
  warnings: IdentityWarning[],
): IdentityOutcome {
  const order = orderOf(event);
  applyMerge(set, event, order, warnings);
  const found = set.find(event.projectId, event.distinctId);
  const { person, isNew } =
    found === null
      ? set.create(event.projectId, event.distinctId, newPerson(event, order))
      : { person: found, isNew: false };
  const neutral = PROPERTY_NEUTRAL_EVENTS.has(event.event);
  if (isNew) trimPerson(person, event, warnings);
  else {
    noteEarlier(person, event, order);
    if (!neutral) update(person, event, order, warnings);
  }
  return {
    personId: person.id,
    personCreatedAt: person.createdAt,
    personProperties: neutral ? person.properties : overlaid(person.properties, event.update.set),
    personMode: 'full',
  };
}

function orderOf({ order, timestamp }: IdentityInput): EventOrder {
  return order ?? { at: timestamp.getTime(), captured: 0, place: 0 };
}

/** Creates a person by its first known event. */
function newPerson(event: IdentityInput, order: EventOrder) {
  const neutral = PROPERTY_NEUTRAL_EVENTS.has(event.event);
  const { set, setOnce, unset } = neutral ? NO_UPDATE : event.update;
  const properties = { ...overlaid(setOnce, set), [CREATOR_KEY]: event.uuid };
  const once = Object.keys(setOnce).filter((key) => !Object.hasOwn(set, key));
  const firstTouch = FirstTouch.ofNew([CREATOR_KEY, ...once], order);
  if (unset.length > 0) firstTouch.apply({ once: [], set: [], unset }, order);
  return { properties, firstTouch, createdAt: new Date(order.at) };
}

/** Updates the creation time and the creating event of a person if this event is earlier. */
function noteEarlier(person: WorkingPerson, { uuid }: IdentityInput, order: EventOrder): void {
  if (order.at < person.createdAt.getTime()) {
    person.createdAt = new Date(order.at);
    person.changed = true;
  }
  const creator = person.properties[CREATOR_KEY];
  if (person.firstTouch.isEarlier(order, CREATOR_KEY, uuid, creator)) {
    person.firstTouch.setTime(CREATOR_KEY, order);
    person.properties = { ...person.properties, [CREATOR_KEY]: uuid };
    person.changed = true;
  }
}

/** A copy of `under` with all members of `over`, which have precedence. */
function overlaid(under: Properties, over: Properties): Properties {
  const both = { ...under };
  assignAll(both, over);
  return both;
}

function update(
  person: WorkingPerson,
  event: IdentityInput,
  order: EventOrder,
  warnings: IdentityWarning[],
): void {
  const { properties: stored, firstTouch } = person;
  const changes = updateProperties(event.event, stored, event.update, firstTouch, order);
  if (changes === null) return;
  if (isOversized(changes.properties)) {
    warnings.push({
      projectId: event.projectId,
      type: 'person_properties_size_violation',
      eventUuid: event.uuid,
      details: { personId: person.id, outcome: 'the update was rejected' },
    });
    return;
  }
  firstTouch.apply(changes.touch, order);
  person.properties = changes.properties;
  person.changed = true;
}
