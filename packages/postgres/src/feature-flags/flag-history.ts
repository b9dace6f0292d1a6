import { REDACTED_PAYLOAD } from '@tidemark/contracts';
import type { NewActivity } from '../activity-log/activity';
import type { EntryDetails, History } from '../activity-log/history';
import { deletedOrUpdated, historyEntry } from '../activity-log/history';
import type { FeatureFlag } from './feature-flag';
import { FLAG_FIELDS } from './feature-flag';

export const FLAG_HISTORY: History<FeatureFlag> = {
  scope: 'FeatureFlag',
  nameOf: (flag) => flag.key,
  verbOf: (before, after) =>
    before.deleted && !after.deleted ? 'restored' : deletedOrUpdated(before, after),
  // Clients show the changes in this order.
  wireFields: (flag) => {
    const { key, name, filters, active, deleted, ...fields } = FLAG_FIELDS.toWire(flag);
    const shown = flag.hasEncryptedPayloads ? redacted(filters) : filters;
    return { key, name, filters: shown, active, deleted, version: flag.version, ...fields };
  },
};

/** The fields of a flag as its changes are logged; encrypted payloads are redacted. */
export function loggedFlagFields(flag: FeatureFlag): Readonly<Record<string, unknown>> {
  return FLAG_HISTORY.wireFields(flag);
}

/** The log entry of a change of a flag by its last author; `before` is null for a new flag. */
export function flagEntry(
  before: FeatureFlag | null,
  after: FeatureFlag,
  details: EntryDetails = {},
): NewActivity | null {
  const { projectId, lastModifiedById: userId } = after;
  return historyEntry(FLAG_HISTORY, { projectId, userId }, before, after, {
    ...details,
    always: true,
  });
}

/** Redacts encrypted payloads, because the log is kept longer than keys and is read by more users. */
function redacted(filters: FeatureFlag['filters']): FeatureFlag['filters'] {
  const { payloads } = filters;
  if (typeof payloads !== 'object' || payloads === null) return filters;
  const markers = Object.keys(payloads).map((key) => [key, REDACTED_PAYLOAD]);
  return { ...filters, payloads: Object.fromEntries(markers) as object };
}
