/** The filters that replace `{filters}` (`docs/wire/hogql.md#filters`). */
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

/** Whether the filters contain any condition. */
export function restricts({ properties, dateRange, filterTestAccounts }: QueryFilters): boolean {
  const bounds = [dateRange?.date_from, dateRange?.date_to];
  const some = Array.isArray(properties) ? properties.length > 0 : (properties ?? null) !== null;
  return some || bounds.some(isBound) || filterTestAccounts === true;
}

/** Whether a value is a bound; `all` and missing values are not. */
export function isBound(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== 'all';
}
