import { queryResponseSchema, queryRequestSchema } from '@tidemark/contracts';
import type { QueryRequestBody } from '@tidemark/contracts';
import type { ApiError, StreamedResponse } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type { QueryEngine, QueryRecord, QueryResponseBody } from '@tidemark/query-engine';
import { pageOfRequest } from '@tidemark/query-engine';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import type { ServerCaller } from '../auth/access';
import { serverRoute } from '../auth/routes';
import { choiceParameter } from '../query-parameters';
import { queryFormat, FORMAT_NAMES, STREAMED_TYPES } from './query-format';
import { parseQuery, refreshOf } from './parse-query';
import { toWireError } from './query-error';
import { withWarnings } from './with-warnings';
import { queryIdOf } from './query-id';
import { budgetOf, requireQuota, sendBudgetHeaders } from './query-budget';
import { queryCaller, queryProject } from './query-project';
import type { IncompleteStatus } from './run-status';
import { createdStatus } from './run-status';
import { schemaViolation } from './schema-violation';
import { requireComputed, streamedQuery } from './streamed-query';

const DETAIL = '/query/:id/';
const RUN = { scope: 'query:read', queryRate: 'run', admitsLater: true } as const;
const formatQuery = z.object({
  format: choiceParameter(
    'The format of the response; an Accept header does the same.',
    FORMAT_NAMES,
  ),
});
/** `POST query/{Kind}/`; ids never look like one of our kinds because the methods differ. */
const kindParams = z.object({ id: z.string().regex(/^[A-Z][A-Za-z]*$/) });

/** The statement of a query or of its source; empty if there is none. */
function sourceOf({ query, source }: Readonly<Record<string, unknown>>): string {
  if (typeof query === 'string') return query;
  const inner = typeof source === 'object' && source !== null ? source : {};
  return 'query' in inner && typeof inner.query === 'string' ? inner.query : '';
}

/** The query to run, and the form of its response, as read from a request. */
interface QueryCall {
  readonly caller: ServerCaller;
  readonly body: QueryRequestBody;
  readonly url: URL;
  readonly header: (name: string) => string | undefined;
  readonly responseHeader: (name: string, value: string) => void;
  readonly signal: AbortSignal;
}

function pageAs(format: string): ApiError {
  const detail = `A page is returned as JSON. Without page_size and cursor, ${format} has all rows.`;
  return validationError('invalid_input', detail, 'page_size');
}

/** Runs queries (`docs/wire/specification.md#run-query`, `docs/wire/query.md#endpoint`). */
export function createQueryRoutes(deps: {
  readonly engine: QueryEngine;
  readonly maxRows: number;
  readonly incompleteStatus: IncompleteStatus;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  const { engine, maxRows, incompleteStatus, now } = deps;

  const run = async ({
    caller,
    body,
    url,
    header,
    responseHeader,
    signal,
  }: QueryCall): Promise<QueryResponseBody | StreamedResponse> => {
    requireQuota(caller, now());
    const format = queryFormat(url.searchParams.get('format'), header('accept'));
    const refresh = refreshOf(body);
    const warnings: string[] = [];
    try {
      const request = {
        project: queryProject(caller.project, caller),
        caller: queryCaller(caller),
        ...(typeof body.name === 'string' && { name: body.name }),
        query: parseQuery(body, (text) => warnings.push(text)),
        ...queryIdOf(body.client_query_id),
        maxRows,
      };
      const budgetLeft = budgetOf(engine, caller);
      const wanted = { pageSize: body.page_size ?? null, cursor: body.cursor ?? null };
      const page = pageOfRequest(request, wanted, now());
      if (page !== null) {
        requireComputed(refresh, 'A page');
        if (format !== 'json') throw pageAs(format);
      }
      if (format !== 'json') {
        await caller.admitted;
        const result = await streamedQuery(engine, request, { format, refresh, signal });
        await sendBudgetHeaders(budgetLeft, { bytesRead: null, responseHeader });
        return result;
      }
      let bytesRead = 0;
      const note = (record: QueryRecord): void => {
        ({ bytesRead } = record);
      };
      const paged = page === null ? request : { ...request, page };
      const { admitted = Promise.resolve() } = caller;
      const result = await engine.run(paged, refresh, signal, note, {
        admitted,
        ...(budgetLeft !== null && { budgetLeft }),
      });
      await sendBudgetHeaders(budgetLeft, { bytesRead, uncounted: bytesRead, responseHeader });
      return withWarnings(result, warnings);
    } catch (error) {
      throw toWireError(error, sourceOf(body.query));
    }
  };

  return [
    serverRoute({
      name: 'query_create',
      summary: 'Run a query, or start one in the background',
      method: 'POST',
      path: '/query/',
      access: RUN,
      body: queryRequestSchema,
      invalidBody: (error) => schemaViolation(error),
      response: z.custom<QueryResponseBody>(),
      describedResponse: queryResponseSchema,
      status: (body) => createdStatus(body, incompleteStatus),
      statuses: [200, 202],
      query: formatQuery,
      rejections: [402],
      streams: STREAMED_TYPES,
      handle: (call) => run(call),
    }),
    serverRoute({
      name: 'query_create_of_kind',
      summary: 'Run a query whose kind is in the path',
      method: 'POST',
      path: DETAIL,
      access: RUN,
      params: kindParams,
      body: queryRequestSchema,
      invalidBody: (error) => schemaViolation(error),
      response: z.custom<QueryResponseBody>(),
      describedResponse: queryResponseSchema,
      status: (body) => createdStatus(body, incompleteStatus),
      statuses: [200, 202],
      query: formatQuery,
      rejections: [402],
      streams: STREAMED_TYPES,
      async handle(call) {
        const { params, body } = call;
        if (params.id !== body.query.kind) {
          throw validationError(
            'invalid_input',
            `Query kind in the path (${params.id}) does not match the query's kind (${body.query.kind}).`,
          );
        }
        return run(call);
      },
    }),
  ];
}
