import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from '@tidemark/platform';
import { ExportRefusedError } from '../errors';

const OPTIONS = { keepAlive: true, maxSockets: 8 } as const;

/**
 * Agents that connect to public hosts only. Names are checked at each connection, on the very addresses
 * that are connected to: a name that resolves to something else later gains nothing. Addresses written
 * out need no look-up and are to be checked before.
 */
export function createAgents(allowPrivate: boolean): {
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
} {
  const options = allowPrivate ? OPTIONS : { ...OPTIONS, lookup: lookupPublic };
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}

export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) {
      callback(error, []);
    } else if (addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(privateEndpoint(), []);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    }
  });
};

export function privateEndpoint(): ExportRefusedError {
  return new ExportRefusedError(
    'The endpoint is a private address, which this server does not connect to.',
  );
}
