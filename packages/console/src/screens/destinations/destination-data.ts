import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { Destination, Template } from '../../queries/destinations/destination';
import type { DeliveryState } from '../../queries/destinations/destination-words';

/** The request and response of one delivery attempt, without secrets. */
export interface Attempt {
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: 'success' | 'failure';
  readonly status: number | null;
  readonly request: Readonly<Record<string, unknown>> | null;
  readonly response: string | null;
  readonly error: string | null;
}

/** A delivery of one event to a destination. */
export interface Run {
  readonly id: string;
  readonly event_uuid: string;
  readonly event: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly due_at: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly latest_attempt: Attempt | null;
}

interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

/** The number of destinations on a page of the list. */
export const DESTINATION_ROWS = 100;
export const RUN_ROWS = 50;
const LOOK_MS = 5_000;
const DAY_MS = 24 * 3_600_000;

const path = (projectId: number, rest = ''): string =>
  `/api/projects/${projectId}/hog_functions/${rest}`;

/** A page of the destinations whose name or description contains the text, with their states. */
export function destinationListQuery(
  projectId: number,
  choice: { readonly text: string; readonly offset: number },
) {
  const parameters = new URLSearchParams({
    types: 'destination,internal_destination',
    limit: String(DESTINATION_ROWS),
    offset: String(choice.offset),
    ...(choice.text !== '' && { search: choice.text }),
  });
  return queryOptions({
    queryKey: ['destinations', projectId, 'list', choice],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request<Page<Destination>>('GET', path(projectId, `?${parameters.toString()}`), { signal }),
    refetchInterval: LOOK_MS * 6,
  });
}

export function destinationQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['destinations', projectId, 'one', id],
    queryFn: ({ signal }) =>
      request<Destination>('GET', path(projectId, `${encodeURIComponent(id)}/`), { signal }),
  });
}

export function templateListQuery(projectId: number) {
  return queryOptions({
    queryKey: ['destination-templates', projectId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const route = `/api/projects/${projectId}/hog_function_templates/?limit=100`;
      return (await request<Page<Template>>('GET', route, { signal })).results;
    },
  });
}

/** The templates for destinations of internal events. */
export function internalTemplateListQuery(projectId: number) {
  return queryOptions({
    queryKey: ['destination-templates', projectId, 'internal'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const route = `/api/projects/${projectId}/hog_function_templates/?types=internal_destination&limit=500`;
      return (await request<Page<Template>>('GET', route, { signal })).results;
    },
  });
}

/** The number of deliveries that ended in the last 24 hours. */
export function dayTotalsQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['destinations', projectId, 'totals', id],
    queryFn: async ({ signal }) => {
      const after = new Date(Date.now() - DAY_MS).toISOString();
      const route = path(projectId, `${id}/metrics/totals/?after=${after}`);
      const body = await request<{
        readonly totals: { readonly success: number; readonly failure: number };
      }>('GET', route, { signal });
      return body.totals;
    },
  });
}

/** A page of the deliveries of a destination, newest first. It is reloaded periodically while it is shown. */
export function runListQuery(projectId: number, id: string, state: string, offset: number) {
  return queryOptions({
    queryKey: ['destinations', projectId, 'runs', id, state, offset],
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({
        ...{ limit: String(RUN_ROWS), offset: String(offset) },
        ...(state !== '' && { state }),
      });
      const route = path(projectId, `${id}/runs/?${parameters.toString()}`);
      return request<Page<Run>>('GET', route, { signal });
    },
  });
}

interface LogLine {
  readonly timestamp: string;
  readonly level: 'INFO' | 'ERROR';
  readonly message: string;
}

/** The log lines of a delivery, one for each attempt. */
export function attemptsQuery(projectId: number, id: string, runId: string) {
  return queryOptions({
    queryKey: ['destinations', projectId, 'attempts', id, runId],
    queryFn: async ({ signal }) => {
      const route = path(projectId, `${id}/logs/?limit=100&instance_id=${runId}`);
      return (await request<Page<LogLine>>('GET', route, { signal })).results;
    },
  });
}

/** Returns a function that reloads destinations and deliveries after a command. */
export function useDestinationsChanged(projectId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['destinations', projectId] });
}

/** Returns a function that removes a deleted destination from the cached pages of the list. */
export function useForgetDestination(projectId: number): (id: string) => void {
  const client = useQueryClient();
  return (id) =>
    client.setQueriesData<Page<Destination>>(
      { queryKey: ['destinations', projectId, 'list'] },
      (page) => {
        const results = page?.results.filter((destination) => destination.id !== id) ?? [];
        if (page === undefined || results.length === page.results.length) return page;
        return { results, count: page.count - 1 };
      },
    );
}

/** @throws ApiError 400 */
export function saveDestination(
  projectId: number,
  id: string | null,
  body: object,
): Promise<Destination> {
  return id === null
    ? request('POST', path(projectId), { body })
    : request('PATCH', path(projectId, `${id}/`), { body });
}

/** Sends failed deliveries of a destination again: one, or all if `runId` is null. Returns their number. */
export async function replay(projectId: number, id: string, runId: string | null): Promise<number> {
  const route = runId === null ? `${id}/replay/` : `${id}/runs/${runId}/replay/`;
  const body = await request<{ readonly replayed: number }>('POST', path(projectId, route), {
    body: {},
  });
  return body.replayed;
}

interface TestResult {
  readonly status: 'success' | 'error';
  readonly errors: readonly string[];
  readonly result: Attempt;
}

/** The variables that a template can use: an event with its person. */
export type Globals = Readonly<Record<string, unknown>>;

/** The request that a configuration would send. Nothing is sent. */
export function previewQuery(
  projectId: number,
  id: string | null,
  configuration: object,
  globals: Globals | null,
) {
  return queryOptions({
    queryKey: ['destination-preview', projectId, id, configuration, globals],
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // The result may contain secrets that were just typed, so it is not cached.
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => {
      const body = { configuration, globals, mock_async_functions: true };
      const route = path(projectId, `${id ?? 'new'}/invocations/`);
      return request<TestResult>('POST', route, { body, signal });
    },
  });
}

/**
 * Sends one event to the receiver as a test.
 *
 * @throws ApiError 400, 503
 */
export function testDestination(
  projectId: number,
  id: string | null,
  configuration: object,
  globals: Globals | null,
): Promise<TestResult> {
  const body = { configuration, globals, mock_async_functions: false };
  return request('POST', path(projectId, `${id ?? 'new'}/test/`), { body });
}

interface StoredEvent {
  readonly id: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly elements_chain: string;
  readonly person: { readonly properties: Readonly<Record<string, unknown>> } | null;
}

/**
 * The latest event with a name (with any name if it is null), as variables of a template; null if there is no event.
 */
export function latestEventQuery(projectId: number, event: string | null, isEnabled: boolean) {
  return queryOptions({
    queryKey: ['latest-event', projectId, event],
    enabled: isEnabled,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Globals | null> => {
      const parameters = new URLSearchParams({
        ...{ limit: '1', include_person: 'true' },
        ...(event !== null && { event }),
      });
      const route = `/api/projects/${projectId}/events/?${parameters.toString()}`;
      const { results } = await request<{ readonly results: readonly StoredEvent[] }>(
        ...(['GET', route, { signal }] as const),
      );
      return results[0] === undefined ? null : globalsOf(results[0]);
    },
  });
}

function globalsOf(stored: StoredEvent): Globals {
  const { id: uuid, event, distinct_id, timestamp, properties, elements_chain, person } = stored;
  const known = person?.properties ?? {};
  const name = [known['name'], known['email'], distinct_id].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return {
    event: {
      uuid,
      event,
      name: event,
      distinct_id,
      timestamp,
      elements_chain,
      properties,
      url: '',
    },
    person: { id: '', distinct_id, name, properties: known, url: '' },
  };
}
