import type { BreakdownPlan } from '../../breakdown/parts';
import type { InsightContext } from '../../insight/context';
import type { Line } from '../plan/lines';

type BreakdownValue = string | number | readonly string[];

/** The `breakdown_value` of a line; undefined without a breakdown. */
export function breakdownValueOf(
  line: Line,
  shown: readonly string[],
  plan: BreakdownPlan,
): BreakdownValue | undefined {
  switch (plan.kind) {
    case 'none':
      return undefined;
    case 'cohorts':
      return line.cohort ?? 'all';
    case 'properties':
      return plan.isList ? shown : (shown[0] ?? '');
  }
}

const ALL_USERS = 'all users';

/** The text of a breakdown value in a label. */
export function breakdownLabel(
  value: BreakdownValue,
  plan: BreakdownPlan,
  { cohortNames }: InsightContext,
): string {
  if (plan.kind === 'cohorts') {
    return value === 'all' ? ALL_USERS : (cohortNames.get(Number(value)) ?? String(value));
  }
  return Array.isArray(value) ? value.join('::') : String(value);
}
