import { z } from 'zod';
import { dataAccessFields, processFields } from './fields';
import { queryStoreFields } from './query-stores';
import { port } from './shared';

/** What the api reads from its environment. */
export const apiSchema = z.object({
  ...processFields,
  ...dataAccessFields,
  DATABASE_REPLICA_URL: z
    .url()
    .optional()
    .describe(
      'a standby of DATABASE_URL: lists are read there while it is less than 10 s behind, else from DATABASE_URL; unset: no standby',
    ),
  PORT: port.default(8004).describe('the port of the public paths (edge, api) and of health'),
  JWT_SECRET: z
    .string()
    .min(32)
    .describe(
      '32 characters or more, the same in every api: signs the access tokens of people. An edge without it takes no access tokens for flag definitions',
    ),
  JWT_SECRET_PREVIOUS: z
    .string()
    .min(32)
    .optional()
    .describe(
      'the secret before it: what it signed counts until it runs out (15 minutes), then take it away',
    ),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "a server that speaks OpenAI's chat completions, as in `https://api.example.com/v1`; it gets questions and names of events and properties, no data",
    ),
  LLM_MODEL: z.string().min(1).default('default').describe('lLM_MODEL'),
  LLM_API_KEY: z.string().min(1).optional().describe('lLM_API_KEY'),
  LLM_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(120)
    .default(20)
    .describe('of one answer of the model'),
  PROJECT_TOKEN_GRACE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(31_536_000)
    .default(86_400)
    .describe(
      "how long a project's old token is taken after `reset_token/`, unless the request says it",
    ),
  QUERY_RATE_LIMIT_PER_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .default(120)
    .describe('per personal API key on POST query; 0 = off'),
  QUERY_RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('requests to the query routes per key, looks at runs included; 0: off'),
  QUERY_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('hard cap of returned rows'),
  QUERY_STREAM_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_000_000)
    .describe(
      'rows of an answer as CSV, NDJSON, Parquet or Arrow; one with more ends in an error, never cut',
    ),
  QUERY_STREAM_MAX_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe("how long such an answer may take, its client's reading included"),
  QUERY_STREAM_STALL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe(
      'how long its client may take nothing of it: then the engine is freed and the connection broken off',
    ),
  QUERY_MAX_EXECUTION_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe(
      'how long the engine may work on a query that somebody waits for; background runs have 600',
    ),
  QUERY_INCOMPLETE_STATUS: z
    .enum(['200', '202'])
    .default('200')
    .transform((status) => (status === '202' ? 202 : 200))
    .describe(
      'HTTP status of answers about a run that is going: 200 by the specification, 202 as the original',
    ),
  ...queryStoreFields,
  FLAG_SECRETS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      '32 characters or more, the same everywhere: encrypts payloads of flags; without it they are refused',
    ),
});
