import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '@tidemark/contracts';
import { PRIVATE_SECURITY_HEADERS, setHeaders } from '@tidemark/platform';

/** The error code while the service does not listen, because it is being restarted. */
const NOT_LISTENING = 'ECONNREFUSED';
const RETRY_AFTER_SECONDS = '1';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto 0; padding: 0 16px; }
h1 { font-size: 20px; }
`;

/**
 * Asks once a second whether the service responds, then loads the address again, with its fragment. It asks at another
 * address, because a link may be valid only once.
 */
const SCRIPT = `
setInterval(async () => {
  const options = { method: 'HEAD', headers: { Accept: 'text/html' }, cache: 'no-store' };
  const response = await fetch('/', options).catch(() => null);
  if (response !== null && response.status < 500) location.reload();
}, ${Number(RETRY_AFTER_SECONDS) * 1000});
`;

const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only the style and the script of the page itself, and requests to this server. */
const PAGE_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src ${sourceOf(SCRIPT)}`,
  `style-src ${sourceOf(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Responds for a service that did not: with 503 if it does not listen (yet), otherwise with 502. A browser that opens a
 * page gets a page that loads the address again as soon as it is served; other clients get the error format of the api.
 *
 * @param code the error code of the failed request to the service
 */
export function sendUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  code: string | undefined,
): void {
  const isStarting = code === NOT_LISTENING;
  const isPage = takesPage(request);
  const text = isPage ? pageOf(isStarting) : JSON.stringify(bodyOf(isStarting));
  setHeaders(response, PRIVATE_SECURITY_HEADERS);
  if (isPage) response.setHeader('Content-Security-Policy', PAGE_CONTENT_SECURITY_POLICY);
  response.writeHead(isStarting ? 503 : 502, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    vary: 'Accept',
    ...(isStarting ? { 'retry-after': RETRY_AFTER_SECONDS } : {}),
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Whether a browser opens a page. Scripts and programs do not ask for HTML. */
function takesPage({ method, headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && headers.accept?.includes('text/html') === true;
}

function bodyOf(isStarting: boolean): ErrorBody {
  return {
    type: 'server_error',
    code: 'error',
    detail: isStarting
      ? 'The service is starting. Try again shortly.'
      : 'The service did not respond. Try again.',
    attr: null,
  };
}

function pageOf(isStarting: boolean): string {
  const reason = isStarting
    ? 'The server is starting. This usually takes a few seconds.'
    : 'The server did not respond.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tidemark is unavailable</title>
<style>${STYLE}</style>
</head>
<body>
<main role="status">
<h1>Tidemark is unavailable</h1>
<p>${reason} This page tries again by itself, and opens as soon as the server responds.</p>
<noscript><p>Reload the page to try again.</p></noscript>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
