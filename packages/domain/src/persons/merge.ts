import type { IdentityInput, IdentityWarning } from './identity-types';
import { detailText } from '../warnings/event-warning';
import type { EventOrder } from './event-order';
import { FirstTouch } from './first-touch';
import { isMergeableDistinctId } from './mergeable-distinct-id';
import { mergeProperties } from './merge-properties';
import { CREATOR_KEY } from './stored-first-touch';
import { trimPerson } from './trim-person';
import type { WorkingPerson, WorkingSet } from './working-set';

/**
 * Merges the two distinct ids of an event by the table of `docs/wire/capture-processing.md#merge-table`. If the merge
 * is rejected, the target id may still have no person; the event then creates one as usual.
 */
export function applyMerge(
  set: WorkingSet,
  event: IdentityInput,
  order: EventOrder,
  warnings: IdentityWarning[],
): void {
  const { projectId, distinctId: targetId, mergeSource: sourceId } = event;
  if (sourceId === null || sourceId === targetId) return;
  const illegal = [sourceId, targetId].find((id) => !isMergeableDistinctId(id));
  if (illegal !== undefined) {
    warnings.push({
      projectId,
      type: 'cannot_merge_with_illegal_distinct_id',
      eventUuid: event.uuid,
      details: {
        illegalDistinctId: detailText(illegal),
        otherDistinctId: detailText(illegal === sourceId ? targetId : sourceId),
      },
    });
    return;
  }

  const source = set.find(projectId, sourceId);
  const target = set.find(projectId, targetId);
  if (source === null && target === null) {
    identify(createFromBoth(set, event, order, sourceId));
  } else if (source === null && target !== null) {
    set.attach(sourceId, target);
    identify(target);
  } else if (source !== null && target === null) {
    set.attach(targetId, source);
    identify(source);
  } else if (source !== null && target !== null) {
    if (source !== target) mergePersons(set, event, source, target, warnings);
    identify(target);
  }
}

/**
 * Creates one person for two new ids. Its uuid is derived from the target id; but if only the source id already has
 * events, from the source id, so that those events need no override.
 */
function createFromBoth(
  set: WorkingSet,
  event: IdentityInput,
  order: EventOrder,
  sourceId: string,
): WorkingPerson {
  const { projectId, distinctId: targetId } = event;
  const fromSource =
    set.wasPersonless(projectId, sourceId) && !set.wasPersonless(projectId, targetId);
  const [first, second] = fromSource ? [sourceId, targetId] : [targetId, sourceId];
  const { person } = set.create(projectId, first, {
    properties: { [CREATOR_KEY]: event.uuid },
    firstTouch: FirstTouch.ofNew([CREATOR_KEY], order),
    createdAt: new Date(order.at),
  });
  set.attach(second, person);
  return person;
}

function mergePersons(
  set: WorkingSet,
  event: IdentityInput,
  source: WorkingPerson,
  target: WorkingPerson,
  warnings: IdentityWarning[],
): void {
  if (source.isIdentified && event.event !== '$merge_dangerously') {
    warnings.push({
      projectId: event.projectId,
      type: 'cannot_merge_already_identified',
      eventUuid: event.uuid,
      details: {
        sourcePersonDistinctId: detailText(event.mergeSource),
        targetPersonDistinctId: detailText(event.distinctId),
        sourcePersonId: source.id,
        targetPersonId: target.id,
      },
    });
    return;
  }
  const { properties, firstTouch } = mergeProperties(source, target);
  target.properties = properties;
  target.firstTouch = firstTouch;
  if (source.createdAt < target.createdAt) target.createdAt = source.createdAt;
  set.merge(source, target);
  trimPerson(target, event, warnings);
}

function identify(person: WorkingPerson): void {
  if (person.isIdentified) return;
  person.isIdentified = true;
  person.changed = true;
}
