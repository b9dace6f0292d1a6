import { subscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import type * as Client from '@platformatic/kafka' with { 'resolution-mode': 'import' };

export type KafkaLibrary = typeof Client;
export type Admin = Client.Admin;
export type Consumer = Client.Consumer;
export type Producer = Client.Producer;

/** @throws Error if the client does not support the version of Node.js */
export function requireSupportedNode(version = process.versions.node): void {
  if (isSupported(version)) return;
  throw new Error(
    `INGEST_LOG_URL names Kafka, whose client needs Node.js 24.6 (or 22.22) or newer: this is ${version}`,
  );
}

/** The diagnostics channel on which the client publishes each object that it creates. */
const INSTANCES = 'plt:kafka:instances';
let library: Promise<KafkaLibrary> | undefined;

/** Loads the client library, which only processes with a log on Kafka need. */
export function loadLibrary(): Promise<KafkaLibrary> {
  if (library === undefined) {
    subscribe(INSTANCES, survive);
    library = import('@platformatic/kafka');
  }
  return library;
}

/**
 * Adds a listener for errors to a connection. A connection that is closed during its login rejects the waiting calls and
 * then also emits an error, which would end the process without a listener (version 2.12.1).
 */
function survive(message: unknown): void {
  const { type, instance } = message as { readonly type: string; readonly instance: unknown };
  if (type === 'connection' && instance instanceof EventEmitter) instance.on('error', () => {});
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === 22) return minor >= 22;
  return major === 24 ? minor >= 6 : major > 24;
}
