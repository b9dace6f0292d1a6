/** What is counted of a project, in the order in which it is shown. */
export const RESOURCES = [
  { name: 'events', label: 'Events' },
  { name: 'feature_flags', label: 'Flag requests' },
  { name: 'recordings', label: 'Recordings' },
  { name: 'exceptions', label: 'Exceptions' },
  { name: 'surveys', label: 'Survey responses' },
  { name: 'llm_events', label: 'LLM events' },
  { name: 'rows_exported', label: 'Exported rows' },
] as const;

export type Resource = (typeof RESOURCES)[number]['name'];

/** Counts of one day or month. */
export type UsagePeriod = { readonly date: string } & Readonly<Record<Resource, number>>;

/** How much of a resource was used in the running month. */
export interface ResourceUsage {
  readonly resource: Resource;
  readonly used: number;
  /** Null: none. */
  readonly limit: number | null;
  readonly organization_used: number;
  readonly organization_limit: number | null;
  /** Whether the quota is used up, because of a limit or of `quota_limited_resources`. */
  readonly is_limited: boolean;
}

/** From this share on, a limit is near. */
const NEAR = 0.8;

/** How near a limit is: the nearer one of the project's and the organization's; null without a limit. */
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

/** The state of a resource, and the tone in which it is shown. */
export function limitWords(usage: ResourceUsage) {
  const share = shareUsed(usage);
  if (usage.is_limited) return { text: 'limited', tone: 'danger' } as const;
  if (share === null) return { text: 'no limit', tone: 'plain' } as const;
  if (share >= NEAR) return { text: 'near the limit', tone: 'warning' } as const;
  return { text: 'below the limit', tone: 'success' } as const;
}

/** A month, `2026-11`. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** The month that lies a number of months after another one; before it for a negative number. */
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

/** The month of a URL parameter; the given one for any invalid value, and for months in the future. */
export function monthIn(text: string | undefined, present: string): string {
  return text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text <= present
    ? text
    : present;
}

/** Limits as texts of a form; empty for none. */
export type LimitTexts = Readonly<Partial<Record<Resource, string>>>;

/** A sentence about a limit that is no number; null if all are. */
export function limitProblem(texts: LimitTexts): string | null {
  const wrong = RESOURCES.find(({ name }) => {
    const text = (texts[name] ?? '').trim();
    return text !== '' && !/^\d{1,15}$/.test(text);
  });
  return wrong === undefined ? null : `${wrong.label}: write a whole number, or nothing.`;
}

/** The limits of texts in their wire format. */
export function limitsOf(texts: LimitTexts): Readonly<Partial<Record<Resource, number>>> {
  return Object.fromEntries(
    RESOURCES.flatMap(({ name }) => {
      const text = (texts[name] ?? '').trim();
      return text === '' ? [] : [[name, Number(text)]];
    }),
  );
}
