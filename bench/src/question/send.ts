import { Agent, request } from 'node:http';
import { PERSONAL_API_KEY } from '../stack';

/** One connection that is kept open, as in a client library. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Sends a query to an api and reads its whole response. Uses `node:http` instead of `fetch`, because the client uses
 * the same cores as the api that is measured.
 *
 * @throws Error if the status is not 200, or the response does not contain `expected`
 */
export function send(apiUrl: string, body: object, expected: string): Promise<void> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${apiUrl}/api/projects/1/query/`,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${PERSONAL_API_KEY}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const received = Buffer.concat(chunks).toString();
          if (response.statusCode === 200 && received.includes(expected)) resolve();
          else reject(new Error(`${response.statusCode}: ${received.slice(0, 500)}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
