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
  /** How names become addresses; the system's way when absent. */
  readonly resolve?: Resolve;
}

/** All addresses of a name, as `dns.lookup` with `all` gives them. */
export type Resolve = (
  hostname: string,
  response: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** The host is none this server connects to. The message is shown to users. */
export class OutboundRejectedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutboundRejectedError';
  }
}

/** Stands before every connection to a host that a user named: destinations, sources, redirects. */
export interface OutboundGuard {
  /** Before each request: says no before anything is set up. @throws OutboundRejectedError */
  check(url: URL): void;
  /**
   * Agents that check each connection as it is made, also one that a redirect leads to: the host they are given,
   * and the addresses that its name has. They look names up themselves and connect to the very addresses they
   * checked: a name that resolves to something else shortly afterwards gains nothing.
   */
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  /** Closes idle connections. */
  close(): void;
}

const AGENT_OPTIONS = { keepAlive: true, maxSockets: 8 } as const;

export function createOutboundGuard(policy: OutboundPolicy): OutboundGuard {
  const allowed = (policy.allowedHosts ?? []).map((host) => host.toLowerCase());
  const reject = (hostname: string): void => {
    const host = hostname.toLowerCase().replace(/\.$/, '');
    if (!policy.allowPrivate && isPrivateHost(host)) throw privateAddress();
    if (allowed.length > 0 && !allowed.some((pattern) => matchesHost(pattern, host))) {
      throw new OutboundRejectedError('The host is not among those that this server connects to.');
    }
  };
  const options = policy.allowPrivate
    ? AGENT_OPTIONS
    : { ...AGENT_OPTIONS, lookup: publicLookup(policy.resolve ?? resolveAll) };
  const httpAgent = checkingConnections(new HttpAgent(options), reject);
  const httpsAgent = checkingConnections(new HttpsAgent(options), reject);
  return {
    httpAgent,
    httpsAgent,
    check: ({ hostname }) => reject(hostname),
    close() {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

/**
 * An address that is written out is never looked up: so the host is checked again where it is connected to. A
 * error comes as that of a look-up does, as the request's error.
 */
function checkingConnections<A extends HttpAgent>(agent: A, reject: (hostname: string) => void): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    try {
      reject(options.host ?? 'localhost');
    } catch (error) {
      const lookup: LookupFunction = (_hostname, _options, response) => {
        setImmediate(response, error as OutboundRejectedError, []);
      };
      return connect({ ...options, host: 'refused.invalid', lookup }, callback);
    }
    return connect(options, callback);
  };
  return agent;
}

function matchesHost(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

const resolveAll: Resolve = (hostname, response) => {
  lookup(hostname, { all: true }, (error, addresses) => response(error, addresses));
};

/** A DNS look-up that rejects a name if any of its addresses is not public. */
function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
      } else if (addresses.some(({ address }) => isPrivateAddress(address))) {
        callback(privateAddress(), []);
      } else if (options.all === true) {
        callback(null, [...addresses]);
      } else {
        const [first] = addresses;
        callback(null, first?.address ?? '', first?.family);
      }
    });
  };
}

function privateAddress(): OutboundRejectedError {
  return new OutboundRejectedError(
    'The endpoint is a private address, which this server does not connect to.',
  );
}
