import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { OutboundGuard } from '@tidemark/platform';

/** The limit for a document of addresses, keys or tokens. */
const MAX_RESPONSE_BYTES = 512 * 1024;
const TIMEOUT_MS = 10_000;

/** The requests that the client of the provider makes. */
export interface GuardedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Sends a request to the provider through the guard, without redirects and with limits of time and size.
 * @throws OutboundRejectedError, and errors of the network
 */
export async function guardedFetch(
  guard: OutboundGuard,
  address: string,
  { method, headers, body }: GuardedRequest,
  allowHttp: boolean,
): Promise<Response> {
  const url = new URL(address);
  const isHttps = url.protocol === 'https:';
  if (!isHttps && !allowHttp) throw new Error('a URL of the provider does not use https');
  guard.check(url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const request = (isHttps ? httpsRequest : httpRequest)(
      url,
      { method, headers, signal, agent: isHttps ? guard.httpsAgent : guard.httpAgent },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_RESPONSE_BYTES) response.destroy(new Error('the response is too large'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 502;
          const hasBody = ![101, 204, 205, 304].includes(status);
          const contentType = response.headers['content-type'];
          resolve(
            new Response(hasBody ? Buffer.concat(chunks) : null, {
              status,
              ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
            }),
          );
        });
      },
    );
    request.on('error', reject);
    // The client sends forms only: a text or `URLSearchParams`.
    request.end(
      typeof body === 'string' || body instanceof URLSearchParams ? String(body) : undefined,
    );
  });
}
