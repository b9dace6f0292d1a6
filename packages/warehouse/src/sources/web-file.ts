import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { OutboundGuard } from '@tidemark/platform';
import { OutboundRejectedError } from '@tidemark/platform';
import { WarehouseSourceError } from '../errors';
import type { ByteRange, Source, SourceFile } from './source';

const MAX_REDIRECTS = 5;
const SILENCE_MS = 30_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Opens one file of a web server. The guard checks each redirect.
 * @param options.allowHttp whether the operator allows plain HTTP
 */
export function openWebFile(
  url: URL,
  guard: OutboundGuard,
  options: { readonly allowHttp: boolean; readonly signal: AbortSignal },
): Source {
  const get = (range?: ByteRange) => fetchFile(url, guard, options, range);
  const file: SourceFile = {
    name: url.pathname.split('/').at(-1) ?? '',
    async size() {
      const response = await get({ start: 0, end: 1 });
      response.destroy();
      const total = /\/(\d{1,15})$/.exec(response.headers['content-range'] ?? '')?.[1];
      if (total === undefined) throw noRanges();
      return Number(total);
    },
    read: get,
  };
  return { files: () => Promise.resolve([file]), close: () => undefined };
}

async function fetchFile(
  start: URL,
  guard: OutboundGuard,
  options: { readonly allowHttp: boolean; readonly signal: AbortSignal },
  range: ByteRange | undefined,
): Promise<IncomingMessage> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    check(url, guard, options.allowHttp);
    const response = await get(url, guard, options.signal, range);
    const status = response.statusCode ?? 0;
    if (REDIRECTS.has(status)) {
      response.destroy();
      const { location } = response.headers;
      if (location === undefined || !URL.canParse(location, url.href)) {
        throw new WarehouseSourceError('The server redirects to nowhere.');
      }
      url = new URL(location, url.href);
      continue;
    }
    if (status === (range === undefined ? 200 : 206)) return response;
    response.destroy();
    if (status === 200) throw noRanges();
    throw new WarehouseSourceError(`The server returned ${status}.`, {
      isTransient: status >= 500 || status === 429,
    });
  }
  throw new WarehouseSourceError(`The server redirects more than ${MAX_REDIRECTS} times.`);
}

function check(url: URL, guard: OutboundGuard, allowHttp: boolean): void {
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    throw new WarehouseSourceError('Only https URLs are read.');
  }
  try {
    guard.check(url);
  } catch (error) {
    throw toSourceError(error);
  }
}

function get(
  url: URL,
  guard: OutboundGuard,
  signal: AbortSignal,
  range: ByteRange | undefined,
): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isHttps ? httpsRequest : httpRequest)(
      url,
      {
        agent: isHttps ? guard.httpsAgent : guard.httpAgent,
        signal,
        headers: {
          accept: '*/*',
          'user-agent': 'tidemark',
          ...(range !== undefined && { range: `bytes=${range.start}-${range.end - 1}` }),
        },
      },
      resolve,
    );
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error('the server is silent')));
    request.on('error', (error) => reject(toSourceError(error)));
    request.end();
  });
}

function noRanges(): WarehouseSourceError {
  return new WarehouseSourceError(
    'The server sends whole files only, and Parquet is read in pieces. Upload the file, or use a bucket.',
  );
}

function toSourceError(error: unknown): Error {
  if (error instanceof OutboundRejectedError) {
    return new WarehouseSourceError(error.message, { cause: error });
  }
  const { code } = Object(error) as { readonly code?: unknown };
  const reason = typeof code === 'string' ? code.replace(/\W/g, '').slice(0, 40) : 'no response';
  return new WarehouseSourceError(`The server could not be reached (${reason}).`, {
    cause: error,
    isTransient: true,
  });
}
