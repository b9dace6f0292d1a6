import type { QuotaLimit, QuotaResource } from '@tidemark/contracts';

/** Resources that are counted in events. */
export type EventQuota = Exclude<
  QuotaResource,
  'recordings' | 'feature_flags' | 'api_queries_read_bytes' | 'rows_exported' | 'deliveries'
>;

/** The fields of an event that decide which quota it counts against. */
export interface QuotaInput {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const SURVEY_EVENTS: ReadonlySet<string> = new Set([
  'survey sent',
  'survey shown',
  'survey dismissed',
]);

/** Whether the quota of the resource is used up now (ms since the epoch). */
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
 * The used-up resource because of which an event is dropped; null if the event is accepted. Exceptions, surveys and
 * AI events have quotas of their own and do not count as `events` (`docs/wire/capture.md#v0-quota`).
 */
export function quotaDropping(
  limits: readonly QuotaLimit[],
  event: QuotaInput,
  now: number,
): EventQuota | null {
  const resource = quotaOf(event);
  return isOverQuota(limits, resource, now) ? resource : null;
}

/** The resource that an event counts as. */
export function quotaOf({ event, properties }: QuotaInput): EventQuota {
  if (event === '$exception') return 'exceptions';
  if (event.startsWith('$ai_')) return 'llm_events';
  const isSurvey = SURVEY_EVENTS.has(event) && !Object.hasOwn(properties, '$product_tour_id');
  return isSurvey ? 'surveys' : 'events';
}

export interface WithinQuota<T> {
  readonly kept: readonly T[];
  /** The number of dropped events by used-up resource. */
  readonly dropped: ReadonlyMap<EventQuota, number>;
}

/** The events that are not dropped, in order, and the number of dropped ones. */
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
