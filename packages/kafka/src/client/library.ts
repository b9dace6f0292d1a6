import type * as Client from '@platformatic/kafka' with { 'resolution-mode': 'import' };

export type KafkaLibrary = typeof Client;
export type Admin = Client.Admin;
export type Consumer = Client.Consumer;
export type Producer = Client.Producer;

/** @throws Error on a version of Node.js that the client does not run on */
export function requireSupportedNode(version = process.versions.node): void {
  if (isSupported(version)) return;
  throw new Error(
    `INGEST_LOG_URL names Kafka, whose client needs Node.js 24.6 (or 22.22) or newer: this is ${version}`,
  );
}

/** Loads the client, which a process without Kafka does not need. */
export function loadLibrary(): Promise<KafkaLibrary> {
  return import('@platformatic/kafka');
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 22) return minor >= 22;
  return major === 24 ? minor >= 6 : major > 24;
}
