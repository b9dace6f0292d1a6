import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { HttpDelivery } from '@tidemark/destinations';
import type { OutboundGuard } from '@tidemark/platform';
import { OutboundRejectedError } from '@tidemark/platform';
import { retryAfterMs } from './retry-after';
import type { SendResult } from './send-result';
import { failed } from './send-result';

/** The number of bytes of a response that the log keeps; the rest is not read. */
const MAX_RESPONSE_BYTES = 16_384;
const GONE = 410;

/** Sends one request through the guard. Redirects are not followed: the receiver is the one that was configured. */
export async function sendHttp(
  delivery: HttpDelivery,
  guard: OutboundGuard,
  timeoutMs: number,
): Promise<SendResult> {
  if (!URL.canParse(delivery.url)) return failed('The URL is not valid.', true);
  const url = new URL(delivery.url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return failed('The URL must begin with https:// or http://.', true);
  }
  try {
    guard.check(url);
    const response = await send(url, delivery, guard, AbortSignal.timeout(timeoutMs));
    return resultOf(response);
  } catch (error) {
    return failed(reasonOf(error, timeoutMs), error instanceof OutboundRejectedError);
  }
}

interface ReceivedResponse {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

function resultOf({ status, text, retryAfter }: ReceivedResponse): SendResult {
  const isSuccess = status >= 200 && status < 300;
  return {
    isSuccess,
    status,
    response: text,
    error: isSuccess ? null : `The receiver returned ${status}.`,
    isFinal: status === GONE,
    retryAfterMs: retryAfterMs(retryAfter, new Date()),
  };
}

function send(
  url: URL,
  { method, headers, body }: HttpDelivery,
  guard: OutboundGuard,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const isHttps = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let hasResponse = false;
    const request = (isHttps ? httpsRequest : httpRequest)(
      url,
      {
        method,
        agent: isHttps ? guard.httpsAgent : guard.httpAgent,
        headers: {
          'user-agent': 'Tidemark',
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        signal,
      },
      (response) => {
        hasResponse = true;
        readStart(response).then(
          (text) =>
            resolve({
              status: response.statusCode ?? 0,
              text,
              retryAfter: response.headers['retry-after'],
            }),
          reject,
        );
      },
    );
    request.on('error', reject);
    // Without a listener, Node.js closes a connection that changes its protocol, and reports nothing.
    request.on('upgrade', (response, socket) => {
      hasResponse = true;
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, text: '', retryAfter: undefined });
    });
    request.on('close', () => {
      if (!hasResponse) reject(new Error('the connection was closed'));
    });
    request.end(body);
  });
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof OutboundRejectedError) return error.message;
  const { name, code, message } = error as { name?: string; code?: unknown; message?: string };
  if (name === 'AbortError' || name === 'TimeoutError') {
    return `The receiver did not respond within ${timeoutMs / 1_000} s.`;
  }
  return typeof code === 'string'
    ? `The request failed: ${code}.`
    : `The request failed: ${String(message)}`;
}
