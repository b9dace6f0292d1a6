import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The floor of responses that are always the same: a bare node:http server with one status, one body and one etag. */
const [status = '200', text = ''] = process.argv.slice(2);
const BODY = Buffer.from(text);
const HEADERS = {
  'content-type': 'application/json',
  etag: 'W/"0123456789abcdef"',
  ...(BODY.length > 0 && { 'content-length': BODY.length }),
};

const server = createServer((_request, response) => {
  response.writeHead(Number(status), HEADERS);
  response.end(BODY);
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
