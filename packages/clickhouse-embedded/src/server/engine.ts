import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { engineConfigXml } from './engine-config';
import { fromEngineError } from './errors';
import { loadAddon, type NativeClassification, type NativeWriteResult } from './native';

/** One engine connection: strictly serial, with settings, parameters and temporary tables of its own. */
export interface EngineConnection {
  /** Runs statements; the rows of the last one come back in the named format. */
  run(sql: string, format?: string): Promise<Buffer>;
  /** Runs one statement that writes; the counts include rows written by materialised views. */
  write(sql: string): Promise<NativeWriteResult>;
  /** Must not be called while a statement runs on it: the engine would abort as a whole. */
  close(): void;
}

export interface Engine {
  version: string;
  timezone: string;
  connect(): EngineConnection;
  /** What the engine's own parser makes of a text. Never throws for bad SQL. */
  classify(sql: string): Promise<NativeClassification>;
  close(): void;
}

/**
 * Opens the data directory. Only one engine can be open in a process, and only one process can
 * open a directory.
 * @throws ClickHouseException with code 76 when another process holds the directory
 */
export async function openEngine(dataDir: string, memoryLimitBytes: number): Promise<Engine> {
  const addon = loadAddon();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const configFile = path.join(dataDir, 'engine-config.xml');
  await writeFile(configFile, engineConfigXml(memoryLimitBytes), { mode: 0o600 });
  const control = addon.CreateConnection(dataDir, [`--config-file=${configFile}`]);

  const connect = (): EngineConnection => {
    const connection = addon.CreateConnection(dataDir);
    return {
      run: async (sql, format = 'TabSeparated') => {
        const result = await addon.QueryAsyncConnection(connection, sql, format).catch(rethrow);
        const { buffer, byteOffset, byteLength } = result.bytes;
        return Buffer.from(buffer, byteOffset, byteLength);
      },
      write: (sql) =>
        addon.InsertRawAsyncConnection(connection, sql, Buffer.alloc(0), false).catch(rethrow),
      close: () => addon.CloseConnection(connection),
    };
  };

  const setup = connect();
  await replaceDefaultDatabase(setup, dataDir);
  const facts = await setup.run('SELECT version(), timezone()');
  setup.close();
  const [version = '', timezone = ''] = facts.toString('utf8').trim().split('\t');
  return {
    version,
    timezone,
    connect,
    classify: (sql) => addon.DurableClassifyAsync(control, sql),
    close: () => addon.CloseConnection(control),
  };
}

/**
 * The engine opens with a `default` database that reads any local file by its name
 * (`SELECT * FROM "/etc/passwd"`, even in read-only mode). A server's `default` is an ordinary
 * Atomic database; put one in its place. Detaching deletes nothing.
 */
async function replaceDefaultDatabase(setup: EngineConnection, dataDir: string): Promise<void> {
  const exists = existsSync(path.join(dataDir, 'metadata', 'default.sql'));
  await setup.run('USE system');
  await setup.run('DETACH DATABASE default');
  await setup.run(exists ? 'ATTACH DATABASE default' : 'CREATE DATABASE default ENGINE = Atomic');
}

function rethrow(error: unknown): never {
  throw fromEngineError(error);
}
