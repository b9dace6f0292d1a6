import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { TenantAccess } from '../options';
import { insertFromFile } from '../sql/insert';
import { guardTenant } from '../sql/guard-tenant';
import { planKill } from '../sql/kill-query';
import type { KillStatement, Statement } from '../sql/statement';
import { authenticate } from './authenticate';
import { checkStatement } from './check-statement';
import type { Engine } from './engine';
import { toException, ownError } from '../errors';
import {
  executeBuffered,
  executeInsert,
  executeRead,
  type Execution,
  type ExecutionTools,
} from './execute';
import { readIncoming, type Incoming } from './incoming';
import { readRequest } from './request';
import { sendException, type ResponseContext } from './respond';
import type { RunningQueries } from './running-queries';
import { sessionSetup } from './settings';
import type { Slots } from './slots';

export interface QueryHandlerDeps extends ExecutionTools {
  engine: Engine;
  queries: RunningQueries;
  /** Slots for statements that read, statements that write, and queries of the list of running queries. */
  slots: { read: Slots; write: Slots; processList: Slots };
  password: string;
  tenant: TenantAccess | undefined;
  logger: Logger;
}

export type QueryHandler = (
  message: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void>;

const KILL_WAIT_MS = 30_000;

/** Handles one query over HTTP, errors included. */
export function createQueryHandler(deps: QueryHandlerDeps): QueryHandler {
  return async (message, response, url) => {
    const context = newContext(deps.engine, url.searchParams.get('query_id') ?? '');
    try {
      const { password, tenant } = deps;
      const caller = authenticate(message.headers, url.searchParams, password, tenant);
      const request = readRequest(message, url, caller);
      context.queryId = request.queryId;
      const incoming = await readIncoming(message, request);
      await result(deps, { request, response, context }, incoming);
    } catch (error) {
      const exception = toException(error);
      deps.logger.debug({ queryId: context.queryId, code: exception.code }, 'query failed');
      sendException(response, context, exception);
    }
  };
}

function newContext(engine: Engine, queryId: string): ResponseContext {
  const exceptionTag = Array.from({ length: 16 }, () =>
    String.fromCharCode(97 + randomInt(26)),
  ).join('');
  return {
    queryId,
    exceptionTag,
    engineVersion: engine.version,
    timezone: engine.timezone,
    startedAt: process.hrtime.bigint(),
  };
}

type Exchange = Pick<Execution, 'request' | 'response' | 'context'>;

async function result(
  deps: QueryHandlerDeps,
  exchange: Exchange,
  incoming: Incoming,
): Promise<void> {
  const { statement } = incoming;
  if (exchange.request.caller === 'tenant') guardTenant(statement);
  const verdict = await checkStatement(deps.engine, statement);
  if (verdict === 'unparsable') {
    const text = statement.kind === 'insert-data' ? statement.head : statement.text;
    await run(deps, exchange, statement, (execution) =>
      executeBuffered(execution, text, deps.killer),
    );
  } else if ('data' in incoming) {
    await insertData(deps, exchange, incoming);
  } else if (incoming.statement.kind === 'kill') {
    await killQuery(deps, exchange, incoming.statement);
  } else {
    const { statement } = incoming;
    await run(deps, exchange, statement, (execution) => {
      if (statement.kind === 'read') return executeRead(execution, statement, deps);
      if (statement.isInsert) {
        return executeInsert(execution, statement.text, deps.killer);
      }
      return executeBuffered(execution, statement.text, deps.killer);
    });
  }
}

async function insertData(
  deps: QueryHandlerDeps,
  exchange: Exchange,
  { statement, leadingData, data }: Extract<Incoming, { data: unknown }>,
): Promise<void> {
  const file = await deps.spool.write(leadingData, data);
  try {
    const text = insertFromFile(statement, file.path);
    await run(deps, exchange, statement, (execution) =>
      executeInsert(execution, text, deps.killer),
    );
  } finally {
    await file.remove();
  }
}

async function killQuery(
  deps: QueryHandlerDeps,
  exchange: Exchange,
  statement: KillStatement,
): Promise<void> {
  const plan = planKill(statement.text, statement.tokens);
  const victim = plan.queryId === undefined ? undefined : deps.queries.find(plan.queryId);
  // Also ends a query that waits for a slot and is not in the engine yet.
  victim?.cancel(ownError(394, 'Query was cancelled'));
  if (plan.wait && victim !== undefined) await atMost(KILL_WAIT_MS, victim.ended);
  await run(deps, exchange, statement, (execution) =>
    executeBuffered(execution, plan.text, deps.killer),
  );
}

/** Runs a statement with a slot and a connection, and always releases both. */
async function run(
  deps: QueryHandlerDeps,
  exchange: Exchange,
  statement: Statement,
  execute: (execution: Execution) => Promise<void>,
): Promise<void> {
  const { request, response, context } = exchange;
  if (response.destroyed) return;
  const setup = sessionSetup(request);
  const query = deps.queries.start(context.queryId, statement.kind === 'read');
  let running = false;
  const onClose = (): void => {
    // A write that has begun is completed, as on a server, but its response is lost.
    const isOver = response.writableFinished || (running && !query.isRead);
    if (!isOver) query.cancel(ownError(210, 'The client has closed the connection'));
  };
  response.once('close', onClose);
  try {
    const release = await slotsFor(deps, statement)?.acquire(query.signal);
    try {
      running = true;
      const connection = deps.engine.connect();
      try {
        await connection.configure(setup);
        await execute({ ...exchange, query, connection });
      } finally {
        connection.close();
      }
    } finally {
      release?.();
    }
  } finally {
    response.off('close', onClose);
    deps.queries.end(query);
  }
}

/** Returns the slots for a statement. A kill needs no slot, because it must work when all slots are in use. */
function slotsFor({ slots }: QueryHandlerDeps, statement: Statement): Slots | undefined {
  if (statement.kind === 'kill') return undefined;
  if (statement.kind !== 'read') return slots.write;
  return statement.isProcessList ? slots.processList : slots.read;
}

function atMost(milliseconds: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
