import { request } from 'node:http';

/** What a server says to the announcement of a body of this size, of which nothing ever comes. */
export function announceBody(
  url: string,
  method: string,
  given: { readonly bytes: number; readonly key: string },
): Promise<{ readonly status: number; readonly body: unknown }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method,
      agent: false,
      headers: {
        authorization: `Bearer ${given.key}`,
        'content-type': 'application/json',
        'content-length': String(given.bytes),
      },
    });
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        asked.destroy();
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) });
      });
    });
    asked.on('error', reject);
    asked.flushHeaders();
  });
}
