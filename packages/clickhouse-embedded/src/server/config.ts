import os from 'node:os';
import type { EmbeddedClickHouseOptions, TenantAccess } from '../options';

/**
 * This module must be imported first. Every running engine call occupies a thread of libuv's pool, whose size is read
 * from the environment when the first thread is needed. With the default of 4, a few slow queries would block all
 * file and DNS operations of the process.
 */
const THREAD_POOL_SIZE = 64;
process.env['UV_THREADPOOL_SIZE'] = String(THREAD_POOL_SIZE);
/** The server runs in UTC on any machine, as a ClickHouse server in a container does. */
process.env['TZ'] = 'UTC';

export interface ServerConfig extends Required<Omit<EmbeddedClickHouseOptions, 'tenant'>> {
  readonly tenant: TenantAccess | undefined;
}

const GIB = 1024 ** 3;

/**
 * Reads the options, which the parent process writes as one JSON line.
 * @throws Error with a one-line message if a value is missing, unknown or malformed
 */
export function readConfig(line: string): ServerConfig {
  const given = parseObject(line);
  const config: ServerConfig = {
    dataDir: text(given, 'dataDir', undefined),
    host: text(given, 'host', '127.0.0.1'),
    port: integer(given, 'port', 0, 0, 65_535),
    password: text(given, 'password', ''),
    memoryLimitBytes: integer(given, 'memoryLimitBytes', defaultMemoryLimit(), GIB / 4, 2 ** 50),
    readSlots: integer(given, 'readSlots', 6, 1, 32),
    writeSlots: integer(given, 'writeSlots', 4, 1, 16),
    tenant: tenantAccess(given['tenant']),
  };
  const unknown = Object.keys(given).filter((key) => !(key in config));
  if (unknown.length > 0) throw new Error(`Unknown option: ${unknown.join(', ')}`);
  return config;
}

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function tenantAccess(value: unknown): TenantAccess | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null)
    throw new Error('Option tenant must be an object');
  const given = value as Record<string, unknown>;
  const password = text(given, 'password', undefined);
  const [user, database] = [text(given, 'user', undefined), text(given, 'database', undefined)];
  const tables: unknown[] = Array.isArray(given['tables']) ? given['tables'] : [];
  // These names are written into the XML configuration of the engine.
  const isName = (name: unknown): name is string =>
    typeof name === 'string' && PLAIN_NAME.test(name);
  if (user === 'default' || password === '' || !isName(database) || !tables.every(isName)) {
    throw new Error('Option tenant needs a user, a password, a database and names of tables');
  }
  return { user, password, database, tables };
}

function parseObject(line: string): Record<string, unknown> {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new Error('Options must be an object');
  return value as Record<string, unknown>;
}

function text(from: Record<string, unknown>, key: string, fallback: string | undefined): string {
  const value = from[key] ?? fallback;
  if (typeof value !== 'string') throw new Error(`Option ${key} must be a string`);
  return value;
}

function integer(
  from: Record<string, unknown>,
  key: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = from[key] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new Error(`Option ${key} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

function defaultMemoryLimit(): number {
  const constrained = process.constrainedMemory();
  const total = constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
  return Math.max(GIB, Math.floor(total * 0.4));
}
