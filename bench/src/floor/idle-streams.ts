import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The floor of open streams: a bare node:http server that sends one event and then nothing. */
const EVENT = `retry: 1000\n\nevent: flags\ndata: ${process.argv[2] ?? '{}'}\n\n`;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });
  response.write(EVENT);
});

server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
