/** The operations that the console schedules. */
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
] as const;

export type Recurrence = (typeof RECURRENCES)[number]['value'];

/** The payload of a scheduled change (`docs/wire/flags-management.md#scheduled-change-payload`). */
export function payloadOf(operation: Operation, percentage: number) {
  if (operation !== 'condition') return { operation: 'update_status', value: operation === 'on' };
  const groups = [{ properties: [], rollout_percentage: percentage }];
  return { operation: 'add_release_condition', value: { groups } };
}

/** What a scheduled change does, in words. */
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

/**
 * The time of a civil date and time (`2026-11-24T09:00`) in a zone, in ISO 8601. A time that a change of the clock
 * skips is moved by that change; of one that comes twice the first is taken.
 *
 * @returns null for a text that is no date and time
 */
export function timeInZone(civil: string, zone: string): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(civil);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const wanted = Date.UTC(year, month - 1, day, hour, minute);
  // The offset a day before is that of the first of two equal times.
  const first = wanted - offsetMs(wanted - 86_400_000, zone);
  if (first + offsetMs(first, zone) === wanted) return new Date(first).toISOString();
  return new Date(wanted - offsetMs(first, zone)).toISOString();
}

/** The difference of a zone to UTC at a time, in ms. */
function offsetMs(time: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const found = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => found.get(name) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
  );
  return shown - Math.floor(time / 60_000) * 60_000;
}
