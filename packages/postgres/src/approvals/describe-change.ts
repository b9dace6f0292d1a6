import type { FlagAction } from '@tidemark/contracts';
import { fieldChanges } from '../activity-log/field-changes';
import type { GatedChange } from '../feature-flags/approval-gate';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import type { ChangeRequest, PolicySnapshot } from './change-request';

const VERBS: Readonly<Record<FlagAction, string>> = {
  'feature_flag.enable': 'Enable',
  'feature_flag.disable': 'Disable',
  'feature_flag.update': 'Update',
  'feature_flag.create': 'Create',
  'feature_flag.delete': 'Delete',
};

/** The differences of a change by the names of fields in the wire format. Encrypted payloads are redacted. */
export function describeChange({
  before,
  after,
  action,
}: Pick<GatedChange, 'before' | 'after' | 'action'>): Pick<
  ChangeRequest,
  'intent' | 'intentDisplay'
> {
  const { version: _version, ...wanted } = FLAG_HISTORY.wireFields(after);
  const changes = fieldChanges(
    'FeatureFlag',
    before === null ? {} : FLAG_HISTORY.wireFields(before),
    wanted,
  );
  const pairsOf = (side: 'before' | 'after'): Readonly<Record<string, unknown>> =>
    Object.fromEntries(changes.map((change) => [change.field ?? '', change[side]]));
  const old = before === null ? {} : pairsOf('before');
  const key = before?.key ?? after.key;
  return {
    intent: {
      flag_id: before?.id ?? null,
      flag_key: key,
      current_state: old,
      gated_changes: pairsOf('after'),
      full_request_data: pairsOf('after'),
      preconditions: {
        version: before?.version ?? null,
        updated_at: before?.updatedAt.toISOString() ?? null,
      },
    },
    intentDisplay: {
      description: `${VERBS[action]} feature flag '${key}'`,
      before: old,
      after: pairsOf('after'),
    },
  };
}

/** The policies of a change at the time of the request. */
export function policySnapshots({ policies }: Pick<GatedChange, 'policies'>): PolicySnapshot[] {
  return policies.map(({ id, actionKey, conditions, approvers }) => ({
    id,
    action_key: actionKey,
    conditions,
    quorum: approvers.quorum,
    users: approvers.users,
    membership_levels: approvers.membership_levels,
  }));
}
