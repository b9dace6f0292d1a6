import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from './private-address';

/** Which hosts this server may be sent to by what users configure. */
export interface OutboundPolicy {
  /** Addresses in private networks, of this machine and link-local ones are the operator's wish. */
  readonly allowPrivate: boolean;
  /** Host names, or `*.example.com` for every name below one; null or empty = every host. */
  readonly allowedHosts?: readonly string[] | null | undefined;
}

/** The host is none this server connects to. The message is shown to users. */
export class OutboundRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutboundRefusedError';
  }
}

/** Stands before every connection to a host that a user named: destinations, sources, redirects. */
export interface OutboundGuard {
  /** Before each request, also after a redirect. @throws OutboundRefusedError */
  check(url: URL): void;
  /**
   * Agents that look names up themselves and connect to the very addresses they checked: a name that
   * resolves to something else later gains nothing. Addresses written out are `check`'s business.
   */
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  /** Closes idle connections. */
  close(): void;
}

const AGENT_OPTIONS = { keepAlive: true, maxSockets: 8 } as const;

export function createOutboundGuard(policy: OutboundPolicy): OutboundGuard {
  const allowed = (policy.allowedHosts ?? []).map((host) => host.toLowerCase());
  const options = policy.allowPrivate
    ? AGENT_OPTIONS
    : { ...AGENT_OPTIONS, lookup: lookupPublicAddress };
  const httpAgent = new HttpAgent(options);
  const httpsAgent = new HttpsAgent(options);
  return {
    httpAgent,
    httpsAgent,
    check({ hostname }) {
      const host = hostname.toLowerCase().replace(/\.$/, '');
      if (!policy.allowPrivate && isPrivateHost(host)) throw privateAddress();
      if (allowed.length > 0 && !allowed.some((pattern) => matchesHost(pattern, host))) {
        throw new OutboundRefusedError('The host is not among those that this server connects to.');
      }
    },
    close() {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

function matchesHost(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** A look-up that refuses a name if any of its addresses is no public one. */
export const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) {
      callback(error, []);
    } else if (addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(privateAddress(), []);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    }
  });
};

function privateAddress(): OutboundRefusedError {
  return new OutboundRefusedError(
    'The endpoint is a private address, which this server does not connect to.',
  );
}
