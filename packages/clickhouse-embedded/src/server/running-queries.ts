import { ownError } from '../errors';

/** A request between its arrival and its end, waiting times included. */
export interface RunningQuery {
  id: string;
  /** Fires when the query must end: killed, client gone, server stopping. Its reason is an Error. */
  signal: AbortSignal;
  cancel(reason: Error): void;
  /** Only statements that read are cancelled when their client leaves; a write is completed. */
  isRead: boolean;
  /** Resolves when the query has left the server. */
  ended: Promise<void>;
}

export interface RunningQueries {
  /** @throws ClickHouseException 216 when a query with that id runs already */
  start(id: string, isRead: boolean): RunningQuery;
  end(query: RunningQuery): void;
  find(id: string): RunningQuery | undefined;
  all(): RunningQuery[];
}

/** Every query of this server by its id. */
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
