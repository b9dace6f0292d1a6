/** The address of a Redis Cluster. Each node knows the other nodes. */
export interface ClusterAddress {
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly username?: string;
  readonly password?: string;
  readonly tls: boolean;
}

const CLUSTER = /^(rediss?)\+cluster:\/\/(?:([^@/]*)@)?([^@/?]+)\/?$/;
const DEFAULT_PORT = 6_379;

/**
 * Parses `redis+cluster://[user:password@]host:port[,host:port ...]`, or `rediss+cluster://` for TLS. Null for the
 * URL of one server. A cluster has no numbered databases.
 * @throws an error with one line, without the URL's secrets, if the URL has the scheme of a cluster but is invalid
 */
export function clusterAddress(url: string): ClusterAddress | null {
  if (!/^rediss?\+cluster:/.test(url)) return null;
  const [, scheme = '', credentials, hosts = ''] = CLUSTER.exec(url) ?? [];
  if (hosts === '') {
    throw new Error(
      'a cluster is written as redis+cluster://[user:password@]host:port[,host:port]',
    );
  }
  const [username = '', password = ''] = credentials === undefined ? [] : cutAtColon(credentials);
  return {
    nodes: hosts.split(',').map((host) => {
      const { hostname, port } = new URL(`redis://${host}`);
      return {
        host: hostname.replace(/^\[(.*)\]$/, '$1'),
        port: port === '' ? DEFAULT_PORT : Number(port),
      };
    }),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    tls: scheme === 'rediss',
  };
}

function cutAtColon(text: string): [string, string] {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
