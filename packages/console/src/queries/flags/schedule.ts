/** The operations that can be scheduled in the console. */
export const OPERATIONS = [
  { value: 'on', label: 'Turn the flag on' },
  { value: 'off', label: 'Turn the flag off' },
  { value: 'condition', label: 'Add a condition for a share of everybody' },
] as const;

export type Operation = (typeof OPERATIONS)[number]['value'];

export const RECURRENCES = [
  { value: '', label: 'Once' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'yearly', label: 'Every year' },
  { value: 'cron', label: 'By a cron expression' },
] as const;

export type Recurrence = (typeof RECURRENCES)[number]['value'];

/** The fields of a repetition in the body of a new scheduled change. */
export function recurrenceFields(recurrence: Recurrence, cron: string) {
  return {
    is_recurring: recurrence !== '',
    recurrence_interval: recurrence === '' || recurrence === 'cron' ? null : recurrence,
    cron_expression: recurrence === 'cron' ? cron : null,
  };
}

/** The payload of a scheduled change (`docs/wire/flags-management.md#scheduled-change-payload`). */
export function payloadOf(operation: Operation, percentage: number) {
  if (operation !== 'condition') return { operation: 'update_status', value: operation === 'on' };
  const groups = [{ properties: [], rollout_percentage: percentage }];
  return { operation: 'add_release_condition', value: { groups } };
}

/** Describes what a scheduled change does. */
export function operationWords({
  operation,
  value,
}: {
  readonly operation: string;
  readonly value: unknown;
}): string {
  if (operation === 'update_status') return value === true ? 'Turn on' : 'Turn off';
  if (operation === 'update_variants') return 'Change the variants';
  const { groups = [] } = (value ?? {}) as {
    readonly groups?: readonly { readonly rollout_percentage?: number | null }[];
  };
  const shares = groups.map(({ rollout_percentage: share }) => `${share ?? 100} %`);
  return `Add ${groups.length === 1 ? 'a condition' : 'conditions'}: ${shares.join(', ')}`;
}
