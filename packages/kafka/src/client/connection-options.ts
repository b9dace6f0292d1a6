import { readFile } from 'node:fs/promises';
import type { KafkaAddress } from '../kafka-url';

/** A broker that does not respond within this time is tried again, or another one. */
const REQUEST_MS = 5_000;
const CONNECT_MS = 2_000;
/** The client's own attempts; each of ours begins with fresh metadata. */
const RETRIES = 2;
const RETRY_DELAY_MS = 100;
/** After this age the client asks again which broker leads which partition. */
const METADATA_MAX_AGE_MS = 30_000;

/** The options that every client of a log has in common. @throws when a file of TLS cannot be read */
export async function connectionOptions(address: KafkaAddress) {
  const { brokers, login, tls } = address;
  return {
    clientId: 'tidemark',
    bootstrapBrokers: brokers.map(({ host, port }) => ({ host, port })),
    timeout: REQUEST_MS,
    requestTimeout: 2 * REQUEST_MS,
    connectTimeout: CONNECT_MS,
    retries: RETRIES,
    retryDelay: RETRY_DELAY_MS,
    metadataMaxAge: METADATA_MAX_AGE_MS,
    autocreateTopics: false,
    ...(login !== undefined && { sasl: { ...login } }),
    ...(tls !== undefined && {
      tls: Object.fromEntries(
        await Promise.all(
          Object.entries(tls).map(async ([name, path]) => [name, await readFile(path as string)]),
        ),
      ) as Record<string, Buffer>,
    }),
  };
}
