/** The fields that the shape functions read from the response of any insight. */
export interface ResponseFields {
  readonly results?: unknown;
  readonly hasMore?: unknown;
  readonly last_refresh?: string;
  readonly resolved_date_range?: unknown;
  readonly timezone?: unknown;
}

/** Whether the range ends after the time of the computation, so that its last bucket is incomplete. */
export function isRangeRunning(response: ResponseFields): boolean {
  const range = rangeOf(response);
  if (range === null || response.last_refresh === undefined) return false;
  return Date.parse(range.date_to) > Date.parse(response.last_refresh);
}

/** The range that the server computed with; null if the response does not contain it. */
export function rangeOf({
  resolved_date_range,
}: ResponseFields): { readonly date_from: string; readonly date_to: string } | null {
  const { date_from, date_to } = (resolved_date_range ?? {}) as Record<string, unknown>;
  if (typeof date_from !== 'string' || typeof date_to !== 'string') return null;
  return { date_from, date_to };
}
