import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, isPrivateHost } from './private-address';

/** The hosts to which this server may connect because of the configuration of users. */
export interface OutboundPolicy {
  /** Whether the operator allows addresses in private networks, of this machine and link-local ones. */
  readonly allowPrivate: boolean;
  /** Host names, or `*.example.com` for all names below one; null or empty means all hosts. */
  readonly allowedHosts?: readonly string[] | null | undefined;
  /** Resolves names to addresses; by default with the system's resolver. */
  readonly resolve?: Resolve;
}

/** Returns all addresses of a name, like `dns.lookup` with `all`. */
export type Resolve = (
  hostname: string,
  response: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** This server does not connect to the host. Users see the message. */
export class OutboundRejectedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutboundRejectedError';
  }
}

/** Checks all connections to hosts that users have configured: destinations, sources, redirects. */
export interface OutboundGuard {
  /** Checks the host of a URL before a request is prepared. @throws OutboundRejectedError */
  check(url: URL): void;
  /**
   * Agents that check the host and the addresses of each connection, also after a redirect. They resolve names and
   * connect to the addresses that they have checked, so that a name that changes after the check cannot be used to
   * bypass it.
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
 * Checks the host of each connection, because a host that is an address is not looked up. The error is reported as
 * the request's error, like that of a look-up.
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
