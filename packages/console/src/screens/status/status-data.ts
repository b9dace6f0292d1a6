import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { STATUS_EVERY_MS } from '../../session/instance-status';

export type DeadLetter = Awaited<ReturnType<typeof readLetters>>['results'][number];

/** The dead letters that a command applies to. */
export type LetterChoice = { readonly id: string } | { readonly all: true };

export const slowQueriesQuery = queryOptions({
  queryKey: ['instance-status', 'queries'],
  queryFn: async ({ signal }) => {
    const { results } = await call(api.GET('/api/instance_status/queries/', { signal }));
    return results.clickhouse_slow_log;
  },
  refetchInterval: 6 * STATUS_EVERY_MS,
});

const readLetters = (after: string | null, signal?: AbortSignal) =>
  call(
    api.GET('/api/instance_status/dead_letters/', {
      params: { query: after === null ? {} : { after } },
      signal,
    }),
  );

export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ['instance-status', 'dead-letters'],
  queryFn: ({ pageParam, signal }) => readLetters(pageParam, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ after }) => after,
});

/** Replays dead letters (writes them into the ingest log again), or deletes them permanently. */
export function actOnLetters(what: 'replay' | 'discard', choice: LetterChoice) {
  const path = `/api/instance_status/dead_letters/${what}/` as const;
  return call(api.POST(path, { body: choice }));
}
