import type { IncomingHttpHeaders, Server } from 'node:http';
import { defaultHttpConfig } from '@tidemark/configuration';
import { closeServer, createHttpServer, listen } from '@tidemark/platform';

/** A service behind a proxy that records the requests it receives. */
export interface RecordingUpstream {
  readonly port: number;
  /** The complete requests, as `METHOD target body`. */
  readonly requests: string[];
  /** The headers of these requests. */
  readonly headers: IncomingHttpHeaders[];
  stop(): Promise<void>;
}

/** Starts a server with the HTTP settings of edge and api. It responds to each request with `name METHOD target`. */
export async function startRecordingUpstream(name: string): Promise<RecordingUpstream> {
  const requests: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server: Server = createHttpServer(defaultHttpConfig, (request, response) => {
    let body = '';
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    request.on('end', () => {
      if (!request.url?.startsWith('/_')) {
        headers.push(request.headers);
        requests.push(`${request.method ?? ''} ${request.url ?? ''} ${body}`);
      }
      response.end(`${name} ${request.method ?? ''} ${request.url ?? ''}`);
    });
  });
  const port = await listen(server, 0, '127.0.0.1');
  return { port, requests, headers, stop: () => closeServer(server, 100) };
}
