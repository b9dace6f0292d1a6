import type { IncomingMessage, ServerResponse } from 'node:http';
import { PUBLIC_SECURITY_HEADERS } from '@tidemark/platform';
import { corsHeaders } from './cors';

/** The response that a handler returns; one function writes all responses. */
export interface EdgeResponse {
  readonly status: number;
  /** Usually a string, because node writes it together with the headers; a Buffer for a body that is sent many times. */
  readonly body: string | Buffer;
  /** Name, value, name, value ... without length and CORS. */
  readonly headers: readonly string[];
  /** The request was not read in full, so the connection must be closed. */
  readonly close?: boolean;
}

export function text(status: number, body: string, headers: readonly string[] = []): EdgeResponse {
  return {
    status,
    body,
    headers: ['Content-Type', 'text/plain; charset=utf-8', ...headers],
  };
}

export const JSON_TYPE = ['Content-Type', 'application/json'] as const;

export function json(status: number, body: unknown, headers: readonly string[] = []): EdgeResponse {
  return {
    status,
    body: JSON.stringify(body),
    headers: [...JSON_TYPE, ...headers],
  };
}

export function empty(status: number, headers: readonly string[] = []): EdgeResponse {
  return { status, body: '', headers };
}

/** Writes a response with CORS and security headers; browsers need them on errors too. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  result: EdgeResponse,
): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(result.status, [
    ...result.headers,
    ...lengthHeader(result),
    ...PUBLIC_SECURITY_HEADERS,
    ...corsHeaders(request.headers),
    ...(result.close === true ? ['Connection', 'close'] : []),
  ]);
  response.end(request.method === 'HEAD' ? undefined : result.body);
}

/** Responses with 204 and 304 have no body. The length in a 304 would mean that of the 200 response. */
function lengthHeader({ status, body }: EdgeResponse): readonly string[] {
  if (status === 204 || status === 304) return [];
  return [
    'Content-Length',
    String(typeof body === 'string' ? Buffer.byteLength(body) : body.length),
  ];
}
