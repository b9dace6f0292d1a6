import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service whose rate limit ends in an hour. */
export async function startLimitedServer() {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(429, { 'retry-after': '3600' }).end('Too many requests');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
