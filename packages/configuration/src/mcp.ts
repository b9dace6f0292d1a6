import { z } from 'zod';
import { processFields, siteFields } from './fields';
import { port } from './shared';

// The MCP service is a client of the API and uses no stores.
const {
  REDIS_URL: _redis,
  DATABASE_URL: _database,
  ADOPT_STORES: _adopt,
  ...ownFields
} = processFields;

const whole = z.coerce.number().int();
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter(Boolean),
  );

/** The environment variables of the MCP service. */
export const mcpSchema = z.object({
  ...ownFields,
  ...siteFields,
  PORT: port.default(8006).describe('the port of the protocol, health and metrics'),
  API_URL: z
    .url({ protocol: /^https?$/ })
    .describe('the project API, as in http://api:8004; it decides what a key may do'),
  MCP_ALLOWED_HOSTS: list.describe(
    'comma-separated host names, as browsers send them in `Host`: requests of web pages to other names are rejected, against DNS rebinding. Addresses, loopback names and the host of SITE_URL are always allowed; programs that are not browsers may use any name',
  ),
  MCP_ALLOWED_ORIGINS: list.describe(
    'comma-separated origins of web pages that may use the service, as in https://agent.example.com; its own origin is always allowed',
  ),
  MCP_CALLS_PER_MINUTE: whole
    .min(1)
    .max(100_000)
    .default(120)
    .describe('messages of one key in a minute; more are a 429 with `Retry-After`'),
  MCP_MAX_SESSIONS: whole
    .min(1)
    .max(100_000)
    .default(500)
    .describe('sessions of this process; more are a 503'),
  MCP_SESSIONS_PER_CLIENT: whole
    .min(1)
    .max(10_000)
    .default(20)
    .describe('sessions of one key; beyond, a new session ends the least recently used one'),
  MCP_SESSION_IDLE_MINUTES: z.coerce
    .number()
    .min(0.01)
    .max(1_440)
    .default(60)
    .describe('how long a session without requests is kept'),
});
