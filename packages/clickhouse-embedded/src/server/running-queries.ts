import { ownError } from '../errors';

/** A query from its arrival to its end, including the time in which it waits for a slot. */
export interface RunningQuery {
  id: string;
  /** Aborted when the query must end (killed, client disconnected, server stopping). Its reason is an Error. */
  signal: AbortSignal;
  cancel(reason: Error): void;
  /** Whether the statement reads and is cancelled when its client disconnects; a write is completed. */
  isRead: boolean;
  /** Resolves when the query has ended. */
  ended: Promise<void>;
}

export interface RunningQueries {
  /** @throws ClickHouseException 216 if a query with this id is running */
  start(id: string, isRead: boolean): RunningQuery;
  end(query: RunningQuery): void;
  find(id: string): RunningQuery | undefined;
  all(): RunningQuery[];
}

/** Creates the list of the queries of this server, by id. */
export function createRunningQueries(): RunningQueries {
  const byId = new Map<string, { query: RunningQuery; markEnded: () => void }>();
  return {
    start: (id, isRead) => {
      if (byId.has(id)) throw ownError(216, `Query with id = ${id} is already running`);
      const controller = new AbortController();
      let markEnded: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (markEnded = resolve));
      const query: RunningQuery = {
        id,
        isRead,
        ended,
        signal: controller.signal,
        cancel: (reason) => controller.abort(reason),
      };
      byId.set(id, { query, markEnded });
      return query;
    },
    end: (query) => {
      byId.get(query.id)?.markEnded();
      byId.delete(query.id);
    },
    find: (id) => byId.get(id)?.query,
    all: () => [...byId.values()].map(({ query }) => query),
  };
}
