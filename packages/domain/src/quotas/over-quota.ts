import type { QuotaLimit, QuotaResource } from '@tidemark/contracts';

/** Resources that some events are counted under. */
export type EventQuota = Exclude<
  QuotaResource,
  'recordings' | 'feature_flags' | 'api_queries_read_bytes' | 'rows_exported'
>;

/** As much of an event as decides which quota it counts under. */
export interface QuotaInput {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const SURVEY_EVENTS: ReadonlySet<string> = new Set([
  'survey sent',
  'survey shown',
  'survey dismissed',
]);

/** Is the resource used up now (ms since the epoch)? */
export function isOverQuota(
  limits: readonly QuotaLimit[],
  resource: QuotaResource,
  now: number,
): boolean {
  return limits.some(
    (limit) =>
      limit.resource === resource && (limit.until === null || Date.parse(limit.until) > now),
  );
}

/**
 * The used-up resource that drops an event; null when it may pass. Exceptions, surveys and AI events have
 * quotas of their own, and that of `events` does not touch them (`docs/wire/capture.md#v0-quota`).
 */
export function quotaDropping(
  limits: readonly QuotaLimit[],
  event: QuotaInput,
  now: number,
): EventQuota | null {
  const resource = quotaOf(event);
  return isOverQuota(limits, resource, now) ? resource : null;
}

/** The resource that an event counts under. */
export function quotaOf({ event, properties }: QuotaInput): EventQuota {
  if (event === '$exception') return 'exceptions';
  if (event.startsWith('$ai_')) return 'llm_events';
  const isSurvey = SURVEY_EVENTS.has(event) && !Object.hasOwn(properties, '$product_tour_id');
  return isSurvey ? 'surveys' : 'events';
}

export interface WithinQuota<T> {
  readonly kept: readonly T[];
  /** How many events each used-up resource has cost. */
  readonly dropped: ReadonlyMap<EventQuota, number>;
}

/** The events that may pass, in order. */
export function withinQuota<T extends QuotaInput>(
  limits: readonly QuotaLimit[],
  events: readonly T[],
  now: number,
): WithinQuota<T> {
  const dropped = new Map<EventQuota, number>();
  if (limits.length === 0) return { kept: events, dropped };
  const kept = events.filter((event) => {
    const resource = quotaDropping(limits, event, now);
    if (resource !== null) dropped.set(resource, (dropped.get(resource) ?? 0) + 1);
    return resource === null;
  });
  return { kept, dropped };
}
