import { request } from 'node:http';

/** The response of a server to the announcement of a body of this size that is never sent. */
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
