/** The address of a log on Kafka, from `INGEST_LOG_URL`. */
export interface KafkaAddress {
  readonly brokers: readonly { readonly host: string; readonly port: number }[];
  /** Prefix of the topics and of the consumer group. */
  readonly prefix: string;
  readonly login?: KafkaLogin;
  /** Absent: without TLS. */
  readonly tls?: KafkaTls;
  /** The number of copies of each partition of new topics; absent: 3, or the number of brokers if it is smaller. */
  readonly replication?: number;
}

interface KafkaLogin {
  readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
  readonly username: string;
  readonly password: string;
}

/** Paths of PEM files. */
interface KafkaTls {
  /** Certificates of authorities; absent: those of Node.js. */
  readonly ca?: string;
  /** The client's certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
}

const DEFAULT_PORT = 9092;
const DEFAULT_PREFIX = 'tidemark';
const MECHANISMS: Readonly<Record<string, KafkaLogin['mechanism']>> = {
  plain: 'PLAIN',
  'scram-sha-256': 'SCRAM-SHA-256',
  'scram-sha-512': 'SCRAM-SHA-512',
};
const OPTIONS = new Set(['sasl', 'ca', 'cert', 'key', 'replication']);
const FORM =
  'kafka://[user:password@]host[:port][,host[:port]…][/prefix], or kafkas:// for TLS; options: ?sasl=, ca=, cert=, key=, replication=';

const PARTS =
  /^(?<scheme>kafkas?):\/\/(?:(?<user>[^:@/?]*):(?<password>[^@/?]*)@)?(?<hosts>[^/?@]+)(?:\/(?<prefix>[^?]*))?(?:\?(?<query>.*))?$/;
const HOST = /^(?<host>[a-z0-9._-]+|\[[0-9a-f:]+\])(?::(?<port>\d{1,5}))?$/i;

/** Whether a URL has a scheme of Kafka. */
export function isKafkaUrl(url: string): boolean {
  return /^kafkas?:/i.test(url);
}

/** Parses `INGEST_LOG_URL`. @throws Error with the reason, without the password */
export function parseKafkaUrl(url: string): KafkaAddress {
  const parts = PARTS.exec(url)?.groups;
  if (parts === undefined) throw new Error(`not a URL of Kafka: expected ${FORM}`);
  const query = new URLSearchParams(parts['query'] ?? '');
  for (const name of query.keys()) {
    if (!OPTIONS.has(name)) throw new Error(`unknown option ${name}: expected ${FORM}`);
  }
  const prefix = parts['prefix'] || DEFAULT_PREFIX;
  if (!/^[a-zA-Z0-9._-]{1,100}$/.test(prefix)) {
    throw new Error(`the prefix ${prefix} may have letters, digits, dots, - and _ only`);
  }
  const tls = tlsOf(parts['scheme'] === 'kafkas', query);
  const login = loginOf(parts['user'], parts['password'], query.get('sasl'));
  const replication = query.get('replication');
  if (replication !== null && !/^[1-9]\d?$/.test(replication)) {
    throw new Error('replication must be a number from 1 to 99');
  }
  return {
    brokers: (parts['hosts'] ?? '').split(',').map(brokerOf),
    prefix,
    ...(login !== null && { login }),
    ...(tls !== null && { tls }),
    ...(replication !== null && { replication: Number(replication) }),
  };
}

function brokerOf(text: string): { host: string; port: number } {
  const parts = HOST.exec(text)?.groups;
  const port = Number(parts?.['port'] ?? DEFAULT_PORT);
  if (parts === undefined || port < 1 || port > 65_535) {
    throw new Error(`${text === '' ? 'an empty text' : text} is not a broker: expected host:port`);
  }
  return { host: (parts['host'] ?? '').replace(/^\[|\]$/g, ''), port };
}

function loginOf(
  user: string | undefined,
  password: string | undefined,
  sasl: string | null,
): KafkaLogin | null {
  if (user === undefined || password === undefined) {
    if (sasl !== null) throw new Error('sasl needs a user and a password before the first host');
    return null;
  }
  const mechanism = MECHANISMS[(sasl ?? 'scram-sha-512').toLowerCase()];
  if (mechanism === undefined) {
    throw new Error(`sasl must be one of ${Object.keys(MECHANISMS).join(', ')}`);
  }
  return {
    mechanism,
    username: decodeURIComponent(user),
    password: decodeURIComponent(password),
  };
}

function tlsOf(isOn: boolean, query: URLSearchParams): KafkaTls | null {
  const files = ['ca', 'cert', 'key'].flatMap((name) => {
    const path = query.get(name);
    return path === null ? [] : [[name, path] as const];
  });
  if (!isOn) {
    if (files.length > 0) throw new Error('ca, cert and key need TLS: write kafkas://');
    return null;
  }
  if (query.has('cert') !== query.has('key')) throw new Error('cert and key need each other');
  return Object.fromEntries(files);
}
