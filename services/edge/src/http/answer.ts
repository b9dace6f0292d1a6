import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsHeaders } from './cors';

/** What a handler decides to say; written out in one place. */
export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** Name, value, name, value ... without length and CORS. */
  readonly headers: readonly string[];
  /** The rest of the request was not read: the connection cannot carry another one. */
  readonly close?: boolean;
}

const NO_BODY = Buffer.alloc(0);

export function text(status: number, body: string, headers: readonly string[] = []): Answer {
  return {
    status,
    body: Buffer.from(body, 'utf8'),
    headers: ['Content-Type', 'text/plain; charset=utf-8', ...headers],
  };
}

export function json(status: number, body: unknown, headers: readonly string[] = []): Answer {
  return {
    status,
    body: Buffer.from(JSON.stringify(body), 'utf8'),
    headers: ['Content-Type', 'application/json', ...headers],
  };
}

export function empty(status: number, headers: readonly string[] = []): Answer {
  return { status, body: NO_BODY, headers };
}

/** Writes an answer with CORS headers; browsers need them on errors too. */
export function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(answer.status, [
    ...answer.headers,
    ...(answer.status === 204 ? [] : ['Content-Length', String(answer.body.length)]),
    ...corsHeaders(request.headers),
    ...(answer.close === true ? ['Connection', 'close'] : []),
  ]);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}
