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
      'the previous secret: tokens that it signed are valid until they expire (15 minutes); remove it then',
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
      "a server that speaks OpenAI's chat completions, as in `https://api.example.com/v1`; it gets questions and names of events and properties, no data",
    ),
  LLM_MODEL: z
    .string()
    .min(1)
    .default('default')
    .describe('the model that the server at `LLM_BASE_URL` is asked for'),
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
    .describe('seconds for one response of the model'),
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
      'bodies without an Authorization header that are read in search of `personal_api_key`, per address, of at most 64 KiB; beyond, 429; 0 = off',
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
      'rows of a response as CSV, NDJSON, Parquet or Arrow; one with more ends with an error and is never truncated',
    ),
  QUERY_STREAM_MAX_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(600)
    .describe('how long such a response may take, including the time in which the client reads it'),
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
      'the time limit of the engine for a query whose client waits; background runs have 600',
    ),
  QUERY_INCOMPLETE_STATUS: z
    .enum(['200', '202'])
    .default('200')
    .transform((status) => (status === '202' ? 202 : 200))
    .describe(
      'Status codes of background runs: 200 by the specification, also of a failed run; 202 as PostHog, which returns 400 or 500 for a failed run',
    ),
  LIVE_EVENT_STREAMS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .describe(
      'open streams of live events of one api, shared fairly by projects; more get 503. Each project and filter is looked up once a second',
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
