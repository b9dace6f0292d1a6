import { z } from 'zod';
import { diskFields, ingestLogUrl, processFields } from './fields';
import { port, trustedProxyHops } from './shared';

/** The environment variables of the edge. */
export const edgeSchema = z.object({
  ...processFields,
  INGEST_LOG_URL: ingestLogUrl,
  ...diskFields,
  PORT: port.default(8001).describe('the port of the public paths (edge, api) and of health'),
  TRUSTED_PROXY_HOPS: trustedProxyHops,
  INGEST_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_024)
    .default(16)
    .describe('partitions of the ingest log; workers read every partition that any edge has used'),
  INGEST_LOG_MAX_EVENTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(500_000)
    .describe(
      'unprocessed events that the ingest log may hold; when it is half full, projects share the rest fairly, and a project over its share gets 503',
    ),
  EDGE_MAX_BODY_BYTES_IN_FLIGHT: z.coerce
    .number()
    .int()
    .min(32 * 1024 * 1024)
    .default(256 * 1024 * 1024)
    .describe(
      'bytes of request bodies, as sent and inflated, in memory at once; beyond it 503 with `Retry-After`',
    ),
  EDGE_MAX_BODY_EVENTS: z.coerce
    .number()
    .int()
    .min(100)
    .default(50_000)
    .describe('events of one capture body, counted before it is parsed; beyond it 413'),
  EDGE_MAX_BODY_VALUES: z.coerce
    .number()
    .int()
    .min(10_000)
    .default(2_000_000)
    .describe(
      'JSON values of one capture or recording body, counted before it is parsed; beyond it 413. An event of an SDK has about 60',
    ),
  EDGE_MAX_INFLATE_RATIO: z.coerce
    .number()
    .min(10)
    .default(100)
    .describe(
      'bytes that one byte of a compressed body may become, beyond the first 8 MiB; beyond it 413. Real bodies stay below 30',
    ),
  EDGE_BODY_THREADS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'threads that read bodies of more than 160 KiB, so that flags are still evaluated; each uses up to 768 MB of heap for the largest body',
    ),
  EDGE_BODY_QUEUE: z.coerce
    .number()
    .int()
    .min(1)
    .default(64)
    .describe(
      'bodies of more than 160 KiB that wait for one of the threads of EDGE_BODY_THREADS; beyond it 503 with `Retry-After`',
    ),
  UNKNOWN_TOKEN_STATUS: z
    .enum(['401', '200'])
    .default('401')
    .describe('200: as in PostHog, unknown tokens get 200 and their events are dropped'),
  EDGE_ADDRESS_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      'requests from one address (IPv6: one /64 network) to all edges together; beyond, 429; 0 = off. Set TRUSTED_PROXY_HOPS, too: without it, a client can state any address as its own',
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
    .describe('flag requests of one project that may arrive at once'),
  FLAGS_ADDRESS_RATE_LIMIT_PER_SECOND: z.coerce
    .number()
    .min(0)
    .default(0)
    .describe(
      'flag requests per client address and process on average; checked before the limit of the project; beyond, 429; 0 = off',
    ),
  FLAGS_ADDRESS_RATE_LIMIT_BURST: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_000)
    .describe('flag requests of one client address that may arrive at once'),
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
    .describe(
      'streams of definition changes open at once, shared fairly between projects; beyond, 503',
    ),
  LIVE_FLAG_STREAMS_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .default(10_000)
    .describe(
      'streams of flags of open pages at one edge, shared fairly between projects; each takes about 20 kB; beyond, 503 with `Retry-After`',
    ),
  LIVE_FLAG_STREAMS_PER_PROJECT: z.coerce
    .number()
    .int()
    .min(0)
    .default(5_000)
    .describe(
      'streams of flags of one project at one edge; beyond, 429 with `Retry-After`; 0 = no streams',
    ),
  FLAG_SECRETS_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      '32 characters or more, the same everywhere: encrypts payloads of flags; without it they are rejected',
    ),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
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
  GEOIP_MMDB_PATH: z
    .string()
    .optional()
    .describe(
      "a city database in MaxMind's format, with the fields of MaxMind or of DB-IP; unset: the bundled DB-IP City Lite",
    ),
});
