/** The filters that `{filters}` stands for (`docs/wire/hogql.md#filters`). */
export interface QueryFilters {
  /** A list of property filters, or a group of them. */
  readonly properties?: unknown;
  readonly dateRange?: DateRange | null | undefined;
  readonly filterTestAccounts?: boolean | null | undefined;
}

/** Relative (`-7d`), ISO 8601, or `all`; null = open. */
export interface DateRange {
  readonly date_from?: unknown;
  readonly date_to?: unknown;
}

/** Whether there is anything to filter by. */
export function restricts({ properties, dateRange, filterTestAccounts }: QueryFilters): boolean {
  const bounds = [dateRange?.date_from, dateRange?.date_to];
  const some = Array.isArray(properties) ? properties.length > 0 : (properties ?? null) !== null;
  return some || bounds.some(isBound) || filterTestAccounts === true;
}

/** `all` and nothing are no bounds. */
export function isBound(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== 'all';
}
