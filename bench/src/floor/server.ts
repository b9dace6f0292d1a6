import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The floor of capture and flags: bare node:http that reads a body, parses it as JSON and answers a
 * fixed body. Nothing that reads JSON over Node's HTTP server can cost less.
 */
const ANSWER = Buffer.from(process.argv[2] ?? '{"status":"Ok"}');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': ANSWER.length,
    });
    response.end(ANSWER);
  });
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
