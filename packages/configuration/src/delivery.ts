import { z } from 'zod';
import { processFields, secretsKeyFields, siteFields } from './fields';
import { port } from './shared';

const whole = z.coerce.number().int();

/** The environment variables of the delivery service. */
export const deliverySchema = z.object({
  ...processFields,
  ...secretsKeyFields,
  ...siteFields,
  PORT: port.default(8005).describe('the port of health and metrics'),
  CLICKHOUSE_URL: z
    .url()
    .describe(
      'ClickHouse over HTTP, as in http://user:password@host:8123/database (https:// for TLS)',
    ),
  DELIVERY_CONCURRENCY: whole
    .min(1)
    .max(512)
    .default(32)
    .describe('destinations that this process sends to at once, and as many that respond slowly'),
  DELIVERY_PER_DESTINATION: whole
    .min(1)
    .max(64)
    .default(8)
    .describe('requests to one destination at once, in all processes together'),
  DELIVERY_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(60)
    .default(10)
    .describe('how long a receiver may take to respond'),
  DELIVERY_RETRY_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(600)
    .default(10)
    .describe('pause after the first failure of a delivery; each later one is three times as long'),
  DELIVERY_MAX_AGE_HOURS: z.coerce
    .number()
    .min(0.01)
    .max(168)
    .default(24)
    .describe('how long a delivery is tried before it fails; a failed one can be sent again'),
  DELIVERY_LOG_DAYS: whole
    .min(1)
    .max(90)
    .default(7)
    .describe('how long successful deliveries are listed, with what was sent'),
  DELIVERY_FAILED_DAYS: whole
    .min(1)
    .max(365)
    .default(30)
    .describe('how long failed deliveries are kept, so that they can be sent again'),
  DELIVERY_ALLOW_PRIVATE_ENDPOINTS: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1')
    .describe('1: receivers in private networks and on this machine are allowed'),
  DELIVERY_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .describe(
      'comma-separated hosts to which alone deliveries are sent, `*.example.com` for all subdomains; empty: any host',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'the mail server of e-mail destinations, as in smtp://user:password@host:587 (smtps:// for TLS from the start); unset: e-mails fail',
    ),
  SMTP_FROM: z
    .string()
    .default('Tidemark <tidemark@localhost>')
    .describe('the sender of e-mails of destinations'),
});
