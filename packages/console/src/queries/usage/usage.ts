/** The usage that is counted for a project, in the order in which it is shown. */
export const RESOURCES = [
  { name: 'events', label: 'Events' },
  { name: 'feature_flags', label: 'Flag requests' },
  { name: 'recordings', label: 'Recordings' },
  { name: 'exceptions', label: 'Exceptions' },
  { name: 'surveys', label: 'Survey responses' },
  { name: 'llm_events', label: 'LLM events' },
  { name: 'rows_exported', label: 'Exported rows' },
  { name: 'deliveries', label: 'Deliveries to destinations' },
] as const;

export type Resource = (typeof RESOURCES)[number]['name'];

/** The counts of one day or month. */
export type UsagePeriod = { readonly date: string } & Readonly<Record<Resource, number>>;

/** The usage of a resource in the current month. */
export interface ResourceUsage {
  readonly resource: Resource;
  readonly used: number;
  /** Null means no limit. */
  readonly limit: number | null;
  readonly organization_used: number;
  readonly organization_limit: number | null;
  /** Whether the quota is used up, because of a limit or of `quota_limited_resources`. */
  readonly is_limited: boolean;
}

/** The share of a limit from which it is shown as near. */
const NEAR = 0.8;

/** The used share of the project's or the organization's limit, whichever is larger; null if there is no limit. */
export function shareUsed(usage: ResourceUsage): number | null {
  const pairs = [
    [usage.used, usage.limit],
    [usage.organization_used, usage.organization_limit],
  ] as const;
  const shares = pairs.flatMap(([used, limit]) => {
    if (limit === null) return [];
    return [limit === 0 ? 1 : used / limit];
  });
  return shares.length === 0 ? null : Math.max(...shares);
}

/** The label of a resource's state, and its tone (colour). */
export function limitWords(usage: ResourceUsage) {
  const share = shareUsed(usage);
  if (usage.is_limited) return { text: 'limited', tone: 'danger' } as const;
  if (share === null) return { text: 'no limit', tone: 'plain' } as const;
  if (share >= NEAR) return { text: 'near the limit', tone: 'warning' } as const;
  return { text: 'below the limit', tone: 'success' } as const;
}

/** The month of a timestamp in UTC: `2026-11`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** Adds a number of months to a month; the number can be negative. */
export function shiftedMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + by, 1)));
}

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` };
}

/** The month in a URL parameter. An invalid value or a month in the future gives `present`. */
export function monthIn(text: string | undefined, present: string): string {
  return text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text <= present
    ? text
    : present;
}

/** Limits as texts in the form; an empty text means no limit. */
export type LimitTexts = Readonly<Partial<Record<Resource, string>>>;

/** An error message for a limit that is not a number; null if all are valid. */
export function limitProblem(texts: LimitTexts): string | null {
  const wrong = RESOURCES.find(({ name }) => {
    const text = (texts[name] ?? '').trim();
    return text !== '' && !/^\d{1,15}$/.test(text);
  });
  return wrong === undefined ? null : `${wrong.label}: enter a whole number or leave it empty.`;
}

/** Converts the texts of the form to limits in the wire format. */
export function limitsOf(texts: LimitTexts): Readonly<Partial<Record<Resource, number>>> {
  return Object.fromEntries(
    RESOURCES.flatMap(({ name }) => {
      const text = (texts[name] ?? '').trim();
      return text === '' ? [] : [[name, Number(text)]];
    }),
  );
}
