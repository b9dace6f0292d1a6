import { readFile } from 'node:fs/promises';
import type { KafkaAddress } from '../kafka-url';

/** Ms after which a request to a broker fails and is repeated. */
const REQUEST_MS = 5_000;
const CONNECT_MS = 2_000;
/** The number of retries of the client library. Each attempt of our code begins with fresh metadata. */
const RETRIES = 2;
const RETRY_DELAY_MS = 100;
/** Ms after which the client reads again which broker leads which partition. */
const METADATA_MAX_AGE_MS = 30_000;

/** Returns the common options of all clients of a log. @throws if a file for TLS cannot be read */
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
