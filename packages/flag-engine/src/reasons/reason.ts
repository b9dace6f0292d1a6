/** Why a flag has its value; the codes and texts are part of the wire format and are stored in events. */
export interface Reason {
  readonly code: string;
  /** Stored position (from 0) of the condition that produced the reason. */
  readonly condition_index: number | null;
  readonly description: string;
}

/** Outcomes of an evaluation that did not fail. */
export type ReasonKind =
  | 'super_condition_value'
  | 'holdout_condition_value'
  | 'condition_match'
  | 'out_of_rollout_bound'
  | 'no_condition_match'
  | 'no_condition_match_groups_not_evaluated'
  | 'no_group_type'
  | 'flag_disabled'
  | 'missing_dependency';

interface ReasonRow {
  readonly code: string;
  readonly description: string;
  /** The outcome with the highest rank is reported when no condition matches. */
  readonly rank: number;
}

const TABLE: Readonly<Record<ReasonKind, ReasonRow>> = {
  super_condition_value: row('super_condition_value', 6, 'Super condition value'),
  holdout_condition_value: row('holdout_condition_value', 5, 'Holdout condition value'),
  condition_match: row('condition_match', 4, 'Matched condition set'),
  out_of_rollout_bound: row('out_of_rollout_bound', 3, 'Out of rollout bound'),
  no_condition_match: row('no_condition_match', 2, 'No matching condition set'),
  no_condition_match_groups_not_evaluated: row(
    'no_condition_match',
    2,
    'No matching condition set (group conditions were not evaluated because no group type was provided)',
  ),
  no_group_type: row('no_group_type', 1, 'No group type'),
  flag_disabled: row('flag_disabled', 0, 'Feature flag is disabled'),
  missing_dependency: row(
    'missing_dependency',
    -1,
    'Flag cannot be evaluated due to missing dependency',
  ),
};

function row(code: string, rank: number, description: string): ReasonRow {
  return { code, rank, description };
}

/** The reason in the wire format. */
export function reasonOf(kind: ReasonKind, conditionIndex: number | null): Reason {
  const { code, description } = TABLE[kind];
  const suffix = kind === 'condition_match' ? ` ${(conditionIndex ?? 0) + 1}` : '';
  return { code, condition_index: conditionIndex, description: description + suffix };
}

/** Whether `next` replaces `current`. On a tie the later condition wins. */
export function outranks(next: ReasonKind, current: ReasonKind): boolean {
  return TABLE[next].rank >= TABLE[current].rank;
}
