import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** A server that implements Amplitude's Export API (`GET /api/2/export`) as documented. */
export interface AmplitudeServer {
  readonly url: string;
  /** The requested ranges in order, with the status of each response. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const CREDENTIAL = `Basic ${Buffer.from('an api key:a secret').toString('base64')}`;

/**
 * The first response is a 429, and the first response for the range `breaksOff` ends in the middle.
 *
 * @param ranges lines by range, as in `20260101T00-20260101T23`; a missing range is a 404, one with null is too large
 */
export async function startAmplitudeServer(
  ranges: ReadonlyMap<string, readonly string[] | null>,
  breaksOff: string,
): Promise<AmplitudeServer> {
  const asked: string[] = [];
  let hasBrokenOff = false;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://amplitude');
    const range = `${searchParams.get('start') ?? ''}-${searchParams.get('end') ?? ''}`;
    const lines = ranges.get(range);
    const status =
      request.headers.authorization !== CREDENTIAL
        ? 401
        : asked.length === 0
          ? 429
          : lines === null
            ? 400
            : lines === undefined || pathname !== '/api/2/export'
              ? 404
              : 200;
    asked.push(`${range} ${status}`);
    if (status !== 200) {
      response.writeHead(status, status === 429 ? { 'retry-after': '1' } : {});
      response.end('an error');
      return;
    }
    void zipOf(range, lines ?? []).then((zip) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': zip.length });
      if (range !== breaksOff || hasBrokenOff) {
        response.end(zip);
        return;
      }
      hasBrokenOff = true;
      response.write(zip.subarray(0, zip.length / 2), () => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A zip with two gzip-compressed files of lines. */
function zipOf(range: string, lines: readonly string[]): Promise<Buffer> {
  const zip = new ZipFile();
  const half = Math.ceil(lines.length / 2);
  for (const [index, part] of [lines.slice(0, half), lines.slice(half)].entries()) {
    const text = part.map((line) => `${line}\n`).join('');
    zip.addBuffer(gzipSync(text), `4711/4711_${range}#${index}.json.gz`);
  }
  zip.end();
  return buffer(zip.outputStream);
}
