import { z } from 'zod';
import { processFields } from './fields';
import { port } from './shared';

/** What the edge reads from its environment. */
export const edgeSchema = z.object({
  ...processFields,
  PORT: port.default(8001).describe('the port of the public paths (edge, api) and of health'),
  TRUSTED_PROXY_HOPS: z.coerce
    .number()
    .int()
    .min(0)
    .max(32)
    .optional()
    .describe(
      'unset: the first entry of X-Forwarded-For is the client; a number: count from the right',
    ),
  INGEST_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_024)
    .default(16)
    .describe('partitions of the ingest log; workers read all that any edge has used'),
  INGEST_LOG_MAX_EVENTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(500_000)
    .describe('unprocessed events beyond which capture answers 503'),
  EDGE_MAX_BODY_BYTES_IN_FLIGHT: z.coerce
    .number()
    .int()
    .min(32 * 1024 * 1024)
    .default(256 * 1024 * 1024)
    .describe(
      'bytes of request bodies, as sent and inflated, in memory at once; beyond it 503 with `Retry-After`',
    ),
  UNKNOWN_TOKEN_STATUS: z
    .enum(['401', '200'])
    .default('401')
    .describe('200: as the original, tokens of no project get 200 and their events are dropped'),
  EDGE_ADDRESS_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      'requests from one address (of IPv6: one network of 64 bits) to all edges together; beyond, 429; 0 = off. Set TRUSTED_PROXY_HOPS with it: without, a client names its own address',
    ),
  EDGE_TOKEN_EVENTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('events of one project to all edges together; beyond, 429; 0 = off'),
  FLAG_DEFINITIONS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(600)
    .describe(
      'reads of flag definitions and remote configuration per project and process; 0 = off',
    ),
  FLAGS_RATE_LIMIT_PER_SECOND: z.coerce
    .number()
    .min(0)
    .default(0)
    .describe('flag requests per project and process on average; beyond, 429; 0 = off'),
  FLAGS_RATE_LIMIT_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .default(500)
    .describe('how many of them may come at once'),
  FLAGS_ADDRESS_RATE_LIMIT_PER_SECOND: z.coerce
    .number()
    .min(0)
    .default(0)
    .describe('the same per address of clients; asked first'),
  FLAGS_ADDRESS_RATE_LIMIT_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_000)
    .describe('how many of them may come at once'),
  REQUIRE_DURABLE_REDIS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((flag) => flag === 'true')
    .describe(
      'true: a Redis that evicts keys or has no append-only file is a start-up error instead of a warning',
    ),
  FLAG_STREAMS_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000)
    .describe('streams of definition changes open at once; beyond, 503'),
  FLAG_SECRETS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      '32 characters or more, the same everywhere: encrypts payloads of flags; without it they are refused',
    ),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
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
  GEOIP_MMDB_PATH: z
    .string()
    .optional()
    .describe(
      "a MaxMind-format city database, MaxMind's or DB-IP's shape; unset: the bundled DB-IP City Lite",
    ),
});
