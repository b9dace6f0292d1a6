import { z } from 'zod';

const whole = z.coerce.number().int();

/** The variables that limit connections and requests of clients, for every process that serves HTTP. */
export const httpFields = {
  HTTP_HEADERS_TIMEOUT_SECONDS: whole
    .min(1)
    .max(300)
    .default(15)
    .describe('how long a client may take to send the headers of a request; beyond, 408'),
  HTTP_REQUEST_TIMEOUT_SECONDS: whole
    .min(1)
    .max(3_600)
    .default(300)
    .describe(
      'how long a client may take to send a whole request, including its body; beyond, 408',
    ),
  HTTP_BODY_IDLE_SECONDS: whole
    .min(1)
    .max(300)
    .default(30)
    .describe(
      'how long a client may pause while it sends a body; beyond, 408 (on the edge up to a quarter later)',
    ),
  HTTP_WRITE_STALL_SECONDS: whole
    .min(1)
    .max(3_600)
    .default(60)
    .describe(
      'how long a client may read nothing of a response that has unsent data; then the connection is closed',
    ),
  HTTP_KEEP_ALIVE_SECONDS: whole
    .min(1)
    .max(3_600)
    .default(75)
    .describe(
      'how long a connection without a request stays open; must be longer than the keep-alive time of the proxy in front',
    ),
  HTTP_MAX_HEADER_BYTES: whole
    .min(4_096)
    .max(1_048_576)
    .default(65_536)
    .describe('size of all headers of a request; beyond, 431'),
  HTTP_MAX_HEADERS: whole
    .min(10)
    .max(2_000)
    .default(200)
    .describe('header lines of a request; beyond, 431'),
  HTTP_MAX_CONNECTIONS: whole
    .min(0)
    .default(0)
    .describe('open connections of a process; more are closed at once; 0: no limit'),
} as const;

/** The default values of these variables. */
export const defaultHttpConfig = z.object(httpFields).parse({});
