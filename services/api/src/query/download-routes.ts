import {
  downloadFormats,
  queryDownloadRequestSchema,
  queryDownloadResponseSchema,
  queryRequestSchema,
} from '@tidemark/contracts';
import { notFound, StreamedResponse } from '@tidemark/platform';
import type { ProjectRepository } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { ProjectRoute, PublicRoute } from '../auth/routes';
import { publicRoute, serverRoute } from '../auth/routes';
import { contentTypeOf } from './query-format';
import type { DownloadLinks } from './download-links';
import { parseQuery } from './parse-query';
import { requireQuota } from './query-budget';
import { toWireError } from './query-error';
import { queryCaller, queryProject } from './query-project';
import { schemaViolation } from './schema-violation';
import { streamedQuery } from './streamed-query';

/** The maximum size of a query, which is in Redis for up to a minute. */
const MAX_BODY_BYTES = 256 * 1024;
const PATH = '/api/downloads/';

const { query, filters_override, variables_override } = queryRequestSchema.shape;
/** The query of a link, as a signed record. */
const recordSchema = z.object({
  projectId: z.int(),
  scopes: z.array(z.string()),
  caller: z.object({
    userId: z.int().optional(),
    key: z.object({ label: z.string(), mask: z.string() }).optional(),
  }),
  body: z.object({ query, filters_override, variables_override }),
  name: z.string().nullish(),
  format: z.enum(downloadFormats),
  filename: z.string(),
});

export interface DownloadDeps {
  readonly links: DownloadLinks;
  readonly engine: Pick<QueryEngine, 'stream'>;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  readonly maxRows: number;
  readonly now: () => Date;
}

/** Creates links to files for browsers, which cannot send a header when they download a link. */
export function createDownloadLinkRoutes(deps: DownloadDeps): readonly ProjectRoute[] {
  return [
    serverRoute({
      name: 'query_downloads_create',
      summary: 'Create a download link for the complete result of a query',
      description:
        'An addition of Tidemark. The link can be used once, within a minute, and needs no credential. The file is sent while it is computed, as `POST query/` with the same `format` sends it.',
      method: 'POST',
      path: '/query/downloads/',
      access: { scope: 'query:read', queryRate: 'run' },
      maxBodyBytes: MAX_BODY_BYTES,
      body: queryDownloadRequestSchema,
      invalidBody: (error) => schemaViolation(error),
      status: 201,
      rejections: [402],
      response: queryDownloadResponseSchema,
      async handle({ caller, body }) {
        requireQuota(caller, deps.now());
        const { format, name, filename } = body;
        const asked = {
          query: body.query,
          filters_override: body.filters_override,
          variables_override: body.variables_override,
        };
        // Errors in the query are reported here, where the client can read the response.
        parseQuery(asked);
        const { token, expiresAt } = await deps.links.issue({
          projectId: caller.project.id,
          scopes: caller.key.scopes,
          caller: queryCaller(caller),
          body: asked,
          name,
          format,
          filename: fileName(filename ?? name ?? 'query', format),
        });
        return { url: `${PATH}${token}/`, expires_at: expiresAt.toISOString() };
      },
    }),
  ];
}

/** The routes to which download links point. */
export function createDownloadRoutes(deps: DownloadDeps): readonly PublicRoute[] {
  return [
    publicRoute({
      name: 'downloads_retrieve',
      summary: 'Download a file by its link, once',
      method: 'GET',
      path: `${PATH}:token/`,
      params: z.object({ token: z.string() }),
      rejections: [400, 402, 403, 404],
      streams: downloadFormats.map(contentTypeOf),
      async handle({ params: { token }, signal, isHead }) {
        // A HEAD request must not use up the link: programs that send one request the file afterwards.
        const found = isHead ? await deps.links.look(token) : await deps.links.take(token);
        const record = recordSchema.nullable().parse(found);
        const project = record && (await deps.projects.findById(record.projectId));
        if (record === null || project === null) {
          throw notFound(
            'This link was used or has expired: it can be used once, within a minute.',
          );
        }
        const { body, caller, filename, format, name, scopes } = record;
        const disposition = { 'Content-Disposition': `attachment; filename="${filename}"` };
        if (isHead) {
          return new StreamedResponse(contentTypeOf(format), NO_BYTES, {
            'Cache-Control': 'no-store',
            ...disposition,
          });
        }
        try {
          const request = {
            project: queryProject(project, { key: { scopes } }),
            caller: callerOf(caller),
            ...(typeof name === 'string' && { name }),
            query: parseQuery(body),
            queryId: v7().replaceAll('-', ''),
            maxRows: deps.maxRows,
          };
          const how = { format, refresh: 'force_blocking', signal } as const;
          const { contentType, chunks, headers, options } = await streamedQuery(
            deps.engine,
            request,
            how,
          );
          return new StreamedResponse(contentType, chunks, { ...headers, ...disposition }, options);
        } catch (error) {
          throw toWireError(error, '');
        }
      },
    }),
  ];
}

/** The body of a HEAD. */
const NO_BYTES: AsyncIterable<string> = {
  async *[Symbol.asyncIterator]() {},
};

function callerOf({ userId, key }: z.output<typeof recordSchema>['caller']) {
  return { ...(userId !== undefined && { userId }), ...(key !== undefined && { key }) };
}

/** Keeps letters, digits and a few other ASCII characters: none of them ends a header or leads to another folder. */
function fileName(wanted: string, format: string): string {
  const plain = wanted
    .normalize('NFKD')
    .replace(/[^\w .-]+/g, '_')
    .replace(/^[ .]+/, '')
    .slice(0, 100)
    .trim();
  return `${plain === '' ? 'query' : plain}.${format}`;
}
