import type { EventWarning, WarningOccurrence } from '@tidemark/domain';
import { detailText, eventWarning, isOversized, raiseWarning } from '@tidemark/domain';
import type { LoggedEventV1 } from '@tidemark/contracts';
import type { LogRecord } from '@tidemark/ingest-log';
import type { StoredGroup } from '@tidemark/postgres';
import type { BatchDecision } from '../identity/decide-batch';
import type { DroppedRecord, NormalizedRecord } from '../records/read-range';

export function occurrence(
  record: LogRecord,
  entry: LoggedEventV1,
  warning: EventWarning,
): WarningOccurrence {
  const { partition, id: recordId } = record;
  return { partition, recordId, warning: raiseWarning(entry, warning) };
}

/** The warnings of the rules about events, both stored and dropped ones. */
export function ruleOccurrences(
  dropped: readonly DroppedRecord[],
  fresh: readonly NormalizedRecord[],
): WarningOccurrence[] {
  return [
    ...dropped.flatMap(({ record, entry, warnings }) =>
      warnings.map((warning) => occurrence(record, entry, warning)),
    ),
    ...fresh.flatMap(({ record, event, warnings }) =>
      warnings.map((warning) => occurrence(record, event.entry, warning)),
    ),
  ];
}

/**
 * The warnings about changes of persons and groups that these events could not make.
 * @param written the groups that the commit wrote
 */
export function identityOccurrences(
  fresh: readonly NormalizedRecord[],
  { warnings, groupTypes, writes }: BatchDecision,
  written: readonly GroupId[],
): WarningOccurrence[] {
  const occurrences = oversizedGroups(fresh, groupTypes, writes.groups, written);
  if (warnings.length > 0) {
    const byUuid = new Map(fresh.map((read) => [eventId(read), read]));
    for (const { projectId, eventUuid, type, details } of warnings) {
      const read = byUuid.get(`${projectId}:${eventUuid}`);
      if (read === undefined) throw new Error('a warning of no event in the batch');
      occurrences.push(occurrence(read.record, read.event.entry, { type, details }));
    }
  }
  for (const { record, event } of fresh) {
    const { entry, groups, groupIdentify } = event;
    for (const { groupType, groupKey } of groupIdentify === null
      ? groups
      : [...groups, groupIdentify]) {
      if (groupTypes.indexOf(entry.team_id, groupType) !== null) continue;
      const details = { groupType: detailText(groupType), groupKey: detailText(groupKey) };
      occurrences.push(
        occurrence(record, entry, eventWarning('group_type_limit_exceeded', details)),
      );
    }
  }
  return occurrences;
}

type GroupId = Pick<StoredGroup, 'projectId' | 'groupTypeIndex' | 'groupKey'>;

/** The warnings of events that would have made a group larger than any may be. */
function oversizedGroups(
  fresh: readonly NormalizedRecord[],
  groupTypes: BatchDecision['groupTypes'],
  given: readonly GroupId[],
  written: readonly GroupId[],
): WarningOccurrence[] {
  if (given.length === 0) return [];
  const saved = new Set(written.map(groupId));
  return fresh.flatMap(({ record, event: { entry, groupIdentify } }) => {
    if (groupIdentify === null) return [];
    const { groupType, groupKey, set } = groupIdentify;
    const groupTypeIndex = groupTypes.indexOf(entry.team_id, groupType);
    if (groupTypeIndex === null) return [];
    const id = groupId({ projectId: entry.team_id, groupTypeIndex, groupKey });
    if (saved.has(id) && !isOversized(set)) return [];
    const details = { groupType: detailText(groupType), groupKey: detailText(groupKey) };
    return [occurrence(record, entry, eventWarning('group_properties_size_violation', details))];
  });
}

function groupId({ projectId, groupTypeIndex, groupKey }: GroupId): string {
  return `${projectId}:${groupTypeIndex}:${groupKey}`;
}

function eventId({ event }: NormalizedRecord): string {
  return `${event.entry.team_id}:${event.entry.uuid}`;
}
