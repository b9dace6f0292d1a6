import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestAuthority } from '../test-authority';

/** Settings of brokers that accept only TLS connections with a client certificate, a user name and a password. */
export interface KafkaSecurity {
  /** Signs the certificate of the brokers, for 127.0.0.1, and those of the clients. */
  readonly authority: TestAuthority;
  readonly username: string;
  /** Must not contain characters with a meaning in Java's properties files. */
  readonly password: string;
}

const LISTENER = 'SASL_SSL';
const SCRAM = ['SCRAM-SHA-256', 'SCRAM-SHA-512'];

/** The protocol of the listener that clients connect to. */
export function listenerOf(security: KafkaSecurity | undefined): string {
  return security === undefined ? 'PLAINTEXT' : LISTENER;
}

/** Writes the certificates to `dir` and returns the settings of a broker that uses them. */
export async function secureSettings(
  { authority, username, password }: KafkaSecurity,
  dir: string,
): Promise<Readonly<Record<string, string>>> {
  const keys = join(dir, 'broker-keys.pem');
  await writeFile(keys, Buffer.concat([authority.key, authority.cert]));
  const trusted = join(dir, 'trusted.pem');
  await writeFile(trusted, await readFile(authority.caFile));
  const login = (mechanism: string, module: string, users = ''): [string, string] => [
    `listener.name.sasl_ssl.${mechanism.toLowerCase()}.sasl.jaas.config`,
    `org.apache.kafka.common.security.${module} required username="${username}" password="${password}"${users};`,
  ];
  return {
    'listener.security.protocol.map': `CONTROLLER:PLAINTEXT,${LISTENER}:${LISTENER}`,
    'inter.broker.listener.name': LISTENER,
    'sasl.mechanism.inter.broker.protocol': 'SCRAM-SHA-512',
    'sasl.enabled.mechanisms': ['PLAIN', ...SCRAM].join(),
    // With SASL, brokers ignore this setting unless it has the name of the listener as a prefix.
    'listener.name.sasl_ssl.ssl.client.auth': 'required',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keys,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': trusted,
    ...Object.fromEntries([
      login('PLAIN', 'plain.PlainLoginModule', ` user_${username}="${password}"`),
      ...SCRAM.map((mechanism) => login(mechanism, 'scram.ScramLoginModule')),
    ]),
  };
}

/** Options of Kafka's storage tool that create the first user. */
export function firstUser(security: KafkaSecurity | undefined): string[] {
  if (security === undefined) return [];
  const { username, password } = security;
  return SCRAM.flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${username},password=${password}]`,
  ]);
}
