import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/**
 * The floor of capture and flags: a bare node:http server that reads a body, decompresses it if necessary, parses it as
 * JSON and returns a fixed body. No server that reads JSON with Node's HTTP server can cost less.
 */
const BODY = Buffer.from(process.argv[2] ?? '{"status":"Ok"}');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const gzip = request.headers['content-encoding'] === 'gzip';
    JSON.parse((gzip ? gunzipSync(body) : body).toString('utf8'));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': BODY.length,
    });
    response.end(BODY);
  });
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
