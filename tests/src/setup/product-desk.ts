import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

export interface ProductDesk {
  readonly url: string;
  /** Stops the product, if it was started. */
  close(): Promise<void>;
}

/** Starts a server that returns the address and keys of the shared product, which it starts on the first request. */
export async function openProductDesk(): Promise<ProductDesk> {
  let product: Promise<Standalone> | undefined;
  const server = createServer((_, response) => {
    product ??= startStandalone();
    product.then(
      ({ url, projectApiKey, personalApiKey }) =>
        response.end(JSON.stringify({ url, projectApiKey, personalApiKey })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      // If the start failed, the callers already got the error.
      await product?.then(
        (started) => started.stop(),
        () => undefined,
      );
    },
  };
}
