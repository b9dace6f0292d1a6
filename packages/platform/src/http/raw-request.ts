import type { Request, Response } from 'express';
import { parseError } from './errors';
import { parseBody } from './parse-body';
import { isMultipart, parseForm } from './parse-form';
import { readBytes } from './read-bytes';
import type { ReadLimits } from './read-bytes';
import type { RawRequest } from './route';

/** An Express request as routes see it. */
export function toRawRequest(request: Request, response: Response, limits: ReadLimits): RawRequest {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  let body: Promise<unknown> | null = null;
  const read = async (): Promise<unknown> => {
    refuseEncoded(request);
    const bytes = await readBytes(request, limits);
    const contentType = request.get('content-type');
    return contentType !== undefined && isMultipart(contentType)
      ? parseForm(bytes, contentType)
      : parseBody(bytes, contentType);
  };
  return {
    method: request.method,
    url: absoluteUrl(request),
    params: Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [name, String(value)]),
    ),
    header: (name) => request.get(name),
    answerHeader: (name, value) => {
      response.setHeader(name, value);
    },
    body: () => (body ??= read()),
    signal: hangUp.signal,
    address: request.ip ?? '',
  };
}

/** The API takes bodies as they are, as the original does: nothing is ever inflated. */
function refuseEncoded(request: Request): void {
  const encoding = request.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw parseError('a body with a Content-Encoding is not read');
}

/** Scheme and host come from a trusted proxy's headers where Express is told to trust one. */
function absoluteUrl(request: Request): URL {
  const path = request.originalUrl;
  const base = `${request.protocol}://${request.host || 'localhost'}`;
  return URL.canParse(base) ? new URL(base + path) : new URL(`http://localhost${path}`);
}
