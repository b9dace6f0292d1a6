import { createServer } from 'node:http';
import { closeServer, listen } from '@tidemark/platform';
import { mergeMetrics } from './merge-metrics';

/** The content type of Prometheus' text format. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface MergedMetricsServer {
  close(): Promise<void>;
}

/** `/metrics` of all processes together, on a loopback-only port. */
export async function startMergedMetrics(
  port: number,
  collect: () => Promise<readonly string[]>,
): Promise<MergedMetricsServer> {
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    collect().then(
      (texts) => {
        response.writeHead(200, { 'content-type': CONTENT_TYPE });
        response.end(mergeMetrics(texts));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await listen(server, port, '127.0.0.1');
  return { close: () => closeServer(server) };
}
