/** Where a Redis Cluster is. Any of its nodes knows the others. */
export interface ClusterAddress {
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly username?: string;
  readonly password?: string;
  readonly tls: boolean;
}

const CLUSTER = /^(rediss?)\+cluster:\/\/(?:([^@/]*)@)?([^@/?]+)\/?$/;
const DEFAULT_PORT = 6_379;

/**
 * Reads `redis+cluster://[user:password@]host:port[,host:port ...]`, `rediss+cluster://` for TLS. Null for the URL of
 * one server. A cluster has no numbered databases.
 *
 * @throws one line without the URL's secrets, when it begins as a cluster's and is none.
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
