import type { Request, Response } from 'express';
import { parseBody } from './parse-body';
import { isMultipart, parseForm } from './parse-form';
import { readBytes } from './read-bytes';
import type { RawRequest } from './route';

/** An Express request as routes see it. */
export function toRawRequest(
  request: Request,
  response: Response,
  maxBodyBytes: number,
): RawRequest {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  let body: Promise<unknown> | null = null;
  const read = async (): Promise<unknown> => {
    const bytes = await readBytes(request, maxBodyBytes);
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

/** Scheme and host come from a trusted proxy's headers where Express is told to trust one. */
function absoluteUrl(request: Request): URL {
  const path = request.originalUrl;
  const base = `${request.protocol}://${request.host || 'localhost'}`;
  return URL.canParse(base) ? new URL(base + path) : new URL(`http://localhost${path}`);
}
