import { ApiError } from '@tidemark/client';
import { z } from 'zod';
import type { Answer } from '../respond/answer';
import { failure } from '../respond/failures';
import { readTool } from '../tool';

const query = z
  .string()
  .min(1)
  .max(20_000)
  .describe('HogQL, which is SQL: SELECT event, count() FROM events GROUP BY event LIMIT 10');

const runHogql = readTool({
  name: 'run_hogql',
  title: 'Run HogQL',
  description:
    'Runs a read-only statement and returns rows. Limit the time: WHERE timestamp > now() - INTERVAL 7 DAY. Write values as {name} and give them in values. An error names the position and what may have been meant.',
  scopes: ['query:read'],
  input: {
    query,
    values: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('Values of {name} in the statement.'),
    max_rows: z.int().min(1).max(1_000).default(100).describe('Rows to show.'),
  },
  async run({ query: text, values, max_rows: most }, { client, signal }) {
    try {
      const result = await client.query({ kind: 'HogQLQuery', query: text, values }, { signal });
      const { columns, results, types, hasMore, warnings } = result;
      const shown = results.slice(0, most);
      const rest = results.length > most || hasMore === true;
      return {
        summary: [
          `${results.length} rows${hasMore === true ? ', and there are more' : ''}.`,
          ...(warnings ?? []).map((warning) => `Warning: ${warning}`),
          ...(rest ? ['Use LIMIT and OFFSET with ORDER BY for other rows, or aggregate.'] : []),
        ].join(' '),
        data: { columns, types: Object.fromEntries(types ?? []), rows: shown },
        fromVisitors: true,
        bounds: { items: most, text: 600, total: 24_000 },
        more: 'Aggregate, select fewer columns, or use LIMIT and OFFSET.',
      };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return explained(text, error);
    }
  },
});

const checkHogql = readTool({
  name: 'check_hogql',
  title: 'Check HogQL without running it',
  description:
    'Errors of a statement with line, column and what may have been meant, its warnings, and the tables that it reads.',
  scopes: ['query:read'],
  input: { query },
  async run({ query: text }, { client, signal }) {
    const found = await client.query(
      { kind: 'HogQLMetadata', language: 'hogQL', query: text },
      { signal },
    );
    const errors = found.errors.map((notice) => positioned(text, notice));
    const warnings = found.warnings.map((notice) => positioned(text, notice));
    const counted = `${errors.length} errors, ${warnings.length} warnings`;
    return {
      summary: found.isValid
        ? `The statement is valid (${warnings.length} warnings).`
        : `${counted}.`,
      data: { errors, warnings, tables: found.table_names ?? [] },
      fromVisitors: true,
    };
  },
});

const draftHogql = readTool({
  name: 'draft_hogql',
  title: 'Draft HogQL from a question',
  description:
    'Writes a statement for a question in English by rules over the names of the project. Check it, then run it.',
  scopes: ['query:read'],
  input: { question: z.string().min(3).max(1_000) },
  async run({ question }, { client, signal }) {
    const { sql } = await client.get('/api/projects/{project_id}/query/draft_sql/', {
      query: { prompt: question },
      signal,
    });
    return { summary: 'A draft:', data: sql, fromVisitors: true };
  },
});

/** The error of a statement, with the positions and the corrections that its response contains. */
function explained(text: string, error: ApiError): Answer {
  const parsed = errorBody.safeParse(error.facts.body);
  const errors = parsed.success ? parsed.data.extra.hogql_metadata.errors : [];
  const data = { code: error.code, errors: errors.map((notice) => positioned(text, notice)) };
  return { ...failure(error), data, fromVisitors: true };
}

const noticeSchema = z.looseObject({
  message: z.string(),
  start: z.int().nullish(),
  end: z.int().nullish(),
  fix: z.string().nullish(),
});
const errorBody = z.looseObject({
  extra: z.looseObject({ hogql_metadata: z.looseObject({ errors: z.array(noticeSchema) }) }),
});

/** A remark about a statement as an agent can act upon: line and column from 1, the text there, what to write. */
function positioned(text: string, notice: unknown) {
  const { message, start, end, fix } = noticeSchema.parse(notice);
  const correction = fix === null || fix === undefined ? {} : { write_instead: fix };
  if (typeof start !== 'number' || typeof end !== 'number') return { message, ...correction };
  const before = text.slice(0, start).split('\n');
  return {
    message,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    text: text.slice(start, end),
    ...correction,
  };
}

export const hogqlTools = [runHogql, checkHogql, draftHogql];
