import type { ClickHouse, QueryLogRow } from '@tidemark/clickhouse';
import { ClickHouseQueryError, insertQueryLog } from '@tidemark/clickhouse';
import { HogQLError } from '@tidemark/hogql';
import type { Logger } from '@tidemark/platform';
import { QueryError } from '../query-error';
import { outcomeOf } from '../query-metrics';
import type { QueryObserver, QueryRecord } from './query-record';

/** Writes queries to the project's query log. */
export interface QueryLog {
  readonly observe: QueryObserver;
  /** Resolves when all observed queries are stored or given up. */
  flush(): Promise<void>;
}

/** The time for which rows are collected, so that the engine gets fewer and larger inserts. */
const GATHER_MS = 1_000;
/**
 * The greatest number of waiting rows: with more, the engine is too slow or unavailable, and rows are dropped,
 * because the log is best effort.
 */
const MAX_WAITING = 5_000;
const MAX_TEXT = 20_000;

export function createQueryLog(deps: {
  readonly clickhouse: ClickHouse;
  readonly logger: Logger;
}): QueryLog {
  let waiting: QueryLogRow[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  const write = async (rows: readonly QueryLogRow[]): Promise<void> => {
    try {
      await insertQueryLog(deps.clickhouse, rows);
    } catch (error) {
      deps.logger.warn(
        { err: error, rows: rows.length },
        'some rows of the query log could not be written',
      );
    }
  };
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) writing = writing.then(() => write(rows));
    return writing;
  };
  return {
    observe(record) {
      if (waiting.length >= MAX_WAITING) waiting.shift();
      waiting.push(logRow(record));
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },
    flush,
  };
}

/** A query as a row of the log. */
export function logRow({ request, phases, error, ...record }: QueryRecord): QueryLogRow {
  const { project, query, queryId, caller } = request;
  const whole = Math.round;
  return {
    team_id: project.id,
    query_id: storable(queryId),
    kind: query.kind,
    name: nameOf(request),
    query: typeof query['query'] === 'string' ? storable(query['query']) : '',
    query_start_time: record.startedAt.toISOString(),
    query_duration_ms: whole(record.totalMs),
    wait_ms: whole(phases.wait),
    plan_ms: whole(phases.plan),
    engine_ms: whole(phases.engine),
    shape_ms: whole(phases.shape),
    answered_by: record.by,
    outcome: outcomeOf(error),
    exception_code: engineCode(error),
    error_code: wireCode(error),
    read_rows: record.rowsRead,
    read_bytes: record.bytesRead,
    result_rows: record.resultRows,
    created_by: caller?.userId ?? 0,
    api_key_label: caller?.key?.label ?? '',
    api_key_mask: caller?.key?.mask ?? '',
    // The key of a project has no user.
    is_personal_api_key_request: caller?.key !== undefined && caller.userId !== undefined,
  };
}

/** The label of the request, else of the query. */
function nameOf({ name, query }: QueryRecord['request']): string {
  const own = query['name'];
  return storable(name ?? (typeof own === 'string' ? own : ''));
}

/** The part of a text that is stored. An incomplete character, sent or made by the cut, would fail the whole insert. */
function storable(text: string): string {
  return Buffer.from(text.slice(0, MAX_TEXT)).toString();
}

function engineCode(error: unknown): number {
  const cause = error instanceof QueryError ? error.cause : null;
  return cause instanceof ClickHouseQueryError ? cause.code : 0;
}

function wireCode(error: unknown): string {
  if (error === null) return '';
  return error instanceof QueryError || error instanceof HogQLError ? error.code : 'error';
}
