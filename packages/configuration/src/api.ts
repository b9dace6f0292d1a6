import { z } from 'zod';
import {
  dataAccessFields,
  ingestionRuleFields,
  ingestLogUrl,
  processFields,
  siteFields,
} from './fields';
import { providerFields } from './login-provider';
import { queryStoreFields } from './query-stores';
import { consoleSwitch, port, trustedProxyHops } from './shared';

/** The environment variables of the api. */
export const apiSchema = z.object({
  ...processFields,
  INGEST_LOG_URL: ingestLogUrl,
  ...dataAccessFields,
  ...ingestionRuleFields,
  ...siteFields,
  DATABASE_REPLICA_URL: z
    .url()
    .optional()
    .describe(
      'a standby of DATABASE_URL: lists are read there while it is less than 10 s behind, otherwise from DATABASE_URL; unset: no standby',
    ),
  PORT: port.default(8004).describe('the port of the public paths (edge, api) and of health'),
  TRUSTED_PROXY_HOPS: trustedProxyHops,
  CONSOLE: consoleSwitch,
  JWT_SECRET: z
    .string()
    .min(32)
    .describe(
      '32 characters or more, the same in every api: signs the access tokens of users. An edge without it accepts no access tokens for flag definitions',
    ),
  JWT_SECRET_PREVIOUS: z
    .string()
    .min(32)
    .optional()
    .describe(
      'the previous JWT_SECRET: tokens that it signed are valid until they expire (15 minutes); remove it then',
    ),
  LOGIN_SECRETS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      '32 characters or more, the same in every api: encrypts the secrets of authenticator apps; without it none can be added. Under another key they cannot be read, and their owners need recovery codes',
    ),
  ...providerFields,
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "a server with OpenAI's chat completions API, as in `https://api.example.com/v1`; it receives questions and names of events and properties, no data",
    ),
  LLM_MODEL: z
    .string()
    .min(1)
    .default('default')
    .describe('the name of the model that is requested from the server at `LLM_BASE_URL`'),
  LLM_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('the key for the server at `LLM_BASE_URL`, sent as a bearer token'),
  LLM_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(120)
    .default(20)
    .describe('time limit for one response of the model'),
  PROJECT_TOKEN_GRACE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(31_536_000)
    .default(86_400)
    .describe(
      "how long a project's old token is accepted after `reset_token/`, unless the request sets it",
    ),
  API_BODY_CREDENTIALS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(600)
    .describe(
      'requests without an Authorization header, per address, whose body (at most 64 KiB) is searched for `personal_api_key`; beyond, 429; 0 = off',
    ),
  QUERY_RATE_LIMIT_PER_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .default(120)
    .describe('`POST query` requests of one personal API key; 0 = off'),
  QUERY_RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'requests of one key to the query routes, including those for the status of runs; 0: off',
    ),
  QUERY_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('maximum number of rows in a response'),
  QUERY_STREAM_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_000_000)
    .describe(
      'maximum number of rows in a response as CSV, NDJSON, Parquet or Arrow; a longer one ends with an error and is never truncated',
    ),
  QUERY_STREAM_MAX_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe(
      'how long a response as CSV, NDJSON, Parquet or Arrow may take, including the time in which the client reads it',
    ),
  QUERY_STREAM_STALL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe(
      'how long the client may read nothing of a response as CSV, NDJSON, Parquet or Arrow; then the statement is cancelled and the connection closed',
    ),
  QUERY_MAX_EXECUTION_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(60)
    .describe(
      'the time limit of the engine for a query whose client waits; background runs have 600 seconds',
    ),
  QUERY_INCOMPLETE_STATUS: z
    .enum(['200', '202'])
    .default('200')
    .transform((status) => (status === '202' ? 202 : 200))
    .describe(
      'status codes of background runs. 200: as in the specification, also for a failed run; 202: as PostHog, which returns 202 for an incomplete run and 400 or 500 for a failed one',
    ),
  LIVE_EVENT_STREAMS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe(
      'open streams of live events of one api, shared fairly between projects; beyond, 503. Each combination of project and filter is queried once a second',
    ),
  ...queryStoreFields,
  FLAG_SECRETS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      '32 characters or more, the same everywhere: encrypts payloads of flags; without it they are rejected',
    ),
});
