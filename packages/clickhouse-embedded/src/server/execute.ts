import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { outfileClause, readIntoFile, type ReadStatement } from '../sql/statement';
import { queryIdComment } from '../sql/query-id';
import type { EngineConnection } from './engine';
import { toException, ownError, shiftPositions } from '../errors';
import { canonicalFormat } from './formats';
import type { Killer } from './killer';
import type { QueryRequest } from './request';
import { resultHeaders, type ResponseContext, type WriteCounts } from './respond';
import type { ResultPipes } from './result-pipes';
import type { RunningQuery } from './running-queries';
import type { Spool } from './spool';
import { chooseEncoding, streamResult } from './stream-result';

/** The parts with which one statement is run. */
export interface Execution {
  request: QueryRequest;
  response: ServerResponse;
  context: ResponseContext;
  query: RunningQuery;
  connection: EngineConnection;
}

export interface ExecutionTools {
  killer: Killer;
  pipes: ResultPipes;
  spool: Spool;
}

/** Runs a statement that returns rows, and streams them to the client. */
export async function executeRead(
  execution: Execution,
  statement: ReadStatement,
  tools: ExecutionTools,
): Promise<void> {
  if (execution.request.waitEndOfQuery) return executeReadToFile(execution, statement, tools);
  const pipe = tools.pipes.open();
  const outcome = runRead(execution, statement, pipe.path, tools);
  const settled = outcome.then(
    () => pipe.endWriting(),
    () => pipe.endWriting(),
  );
  try {
    await streamResult(execution.response, execution.context, {
      ...outputOf(execution, statement),
      output: pipe.output,
      outcome,
      signal: execution.query.signal,
    });
  } catch (error) {
    // Ends the query in the engine, for any reason for which the reading stopped.
    execution.query.cancel(toException(error));
    pipe.discardRest();
    // If the engine failed, its error is thrown in place of the error of the pipe.
    await outcome;
    throw error;
  } finally {
    await settled;
    await pipe.release();
  }
}

/** For `wait_end_of_query`: computes the whole result first, so that every error has its HTTP status. */
async function executeReadToFile(
  execution: Execution,
  statement: ReadStatement,
  tools: ExecutionTools,
): Promise<void> {
  const file = tools.spool.reserve();
  try {
    await runRead(execution, statement, file.path, tools);
    const output = createReadStream(file.path);
    try {
      await streamResult(execution.response, execution.context, {
        ...outputOf(execution, statement),
        output,
        outcome: Promise.resolve(),
        signal: execution.query.signal,
      });
    } finally {
      output.destroy();
    }
  } finally {
    await file.remove();
  }
}

function outputOf(
  { request }: Execution,
  statement: ReadStatement,
): { format: string; encoding: ReturnType<typeof chooseEncoding> } {
  return {
    format: canonicalFormat(statement.format ?? request.defaultFormat),
    encoding: chooseEncoding(
      request.acceptEncoding,
      request.settings.get('enable_http_compression'),
    ),
  };
}

async function runRead(
  execution: Execution,
  statement: ReadStatement,
  path: string,
  { killer }: ExecutionTools,
): Promise<void> {
  const clause = outfileClause(path);
  const text = readIntoFile(statement, clause, execution.request.defaultFormat);
  const run = (sql: string): Promise<Buffer> => execution.connection.run(sql);
  const returned = await runMarked(execution, killer, text, run, clause);
  // Rows that are returned here were not written to the pipe; the empty response would be wrong.
  if (returned.length > 0) throw ownError(1002, 'The result did not reach its pipe');
}

/** Runs a statement with few or no rows, which are returned at once: DDL, SYSTEM, KILL, invalid SQL. */
export async function executeBuffered(
  execution: Execution,
  text: string,
  killer: Killer,
): Promise<void> {
  const { request, response, context, connection } = execution;
  const rows = await runMarked(execution, killer, text, (sql) =>
    connection.run(sql, request.defaultFormat),
  );
  response.writeHead(200, {
    ...resultHeaders(context, canonicalFormat(request.defaultFormat)),
    'Content-Length': rows.length,
  });
  response.end(rows);
}

/** Runs an INSERT and returns how much was written. */
export async function executeInsert(
  execution: Execution,
  text: string,
  killer: Killer,
): Promise<void> {
  const { request, response, context, connection } = execution;
  const counts: WriteCounts = await runMarked(execution, killer, text, (sql) =>
    connection.write(sql),
  );
  response.writeHead(200, {
    ...resultHeaders(context, canonicalFormat(request.defaultFormat), counts),
    'Content-Length': 0,
  });
  response.end();
}

/**
 * Runs a statement with its query id, and ends it in the engine when the query is cancelled.
 * @param added text that this server added to the statement, which is removed from error messages
 */
async function runMarked<Result>(
  { query, context }: Execution,
  killer: Killer,
  text: string,
  run: (sql: string) => Promise<Result>,
  added?: string,
): Promise<Result> {
  query.signal.throwIfAborted();
  const comment = queryIdComment(context.queryId);
  const running = run(comment + text);
  const kill = (): void => void killer.kill(context.queryId, running);
  query.signal.addEventListener('abort', kill);
  try {
    return await running;
  } catch (error) {
    const exception = shiftPositions(toException(error), comment.length);
    throw added === undefined ? exception : exception.without(added);
  } finally {
    query.signal.removeEventListener('abort', kill);
  }
}
