import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TenantAccess } from '../options';
import { engineConfigXml } from './engine-config';
import { toException } from '../errors';
import {
  loadAddon,
  type NativeAddon,
  type NativeClassification,
  type NativeConnection,
  type NativeWriteResult,
} from './native';
import { SYSTEM_TABLES } from './system-tables';
import { usersConfigXml } from './users-config';

const SYNCHRONOUS_LIMIT = 32_768;

/** A connection to the engine. It runs one statement at a time and has its own settings, parameters and temporary tables. */
export interface EngineConnection {
  /** Runs statements and returns the rows of the last one in the given format. */
  run(sql: string, format?: string): Promise<Buffer>;
  /**
   * Runs SET and USE. Short texts run on the calling thread, which takes a tenth of the time of a worker thread.
   */
  configure(sql: string): Promise<void>;
  /** Runs one statement that writes; the counts include rows written by materialised views. */
  write(sql: string): Promise<NativeWriteResult>;
  /** Must not be called while a statement runs on the connection, because the whole engine would abort. */
  close(): void;
}

export interface Engine {
  version: string;
  timezone: string;
  connect(): EngineConnection;
  /** Classifies a text with the engine's own parser. Never throws for invalid SQL. */
  classify(sql: string): Promise<NativeClassification>;
  close(): void;
}

/**
 * Opens the data directory. A process can open only one engine, and a directory can be opened by only one process.
 * @throws Error if another process has opened the directory
 */
export async function openEngine(
  dataDir: string,
  memoryLimitBytes: number,
  tenant?: TenantAccess,
): Promise<Engine> {
  const addon = loadAddon();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const configFile = path.join(dataDir, 'engine-config.xml');
  const usersFile = path.join(dataDir, 'engine-users.xml');
  await writeFile(usersFile, usersConfigXml(tenant, SYSTEM_TABLES), { mode: 0o600 });
  await writeFile(configFile, engineConfigXml(memoryLimitBytes, usersFile), { mode: 0o600 });
  const control = openControl(addon, dataDir, configFile);

  const connect = (): EngineConnection => {
    const connection = addon.CreateConnection(dataDir);
    return {
      run: async (sql, format = 'TabSeparated') => {
        const result = await addon.QueryAsyncConnection(connection, sql, format).catch(rethrow);
        const { buffer, byteOffset, byteLength } = result.bytes;
        return Buffer.from(buffer, byteOffset, byteLength);
      },
      configure: async (sql) => {
        if (sql.length > SYNCHRONOUS_LIMIT) {
          await addon.QueryAsyncConnection(connection, sql, 'Null').catch(rethrow);
          return;
        }
        try {
          addon.QueryWithConnection(connection, sql, 'Null');
        } catch (error) {
          rethrow(error);
        }
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

/** Opens the engine. The library prints the reason of a failure only to standard error; the message lists the usual ones. */
function openControl(addon: NativeAddon, dataDir: string, configFile: string): NativeConnection {
  try {
    return addon.CreateConnection(dataDir, [`--config-file=${configFile}`]);
  } catch (error) {
    throw new Error(
      `The engine cannot open ${dataDir}. Another process uses the folder, its files are damaged, or the user of this process may not write it`,
      { cause: error },
    );
  }
}

/**
 * Replaces the database `default`. The library creates one that reads any local file by its name
 * (`SELECT * FROM "/etc/passwd"`, even in read-only mode). As on a server, the new one is an ordinary Atomic database.
 * Detaching does not delete data.
 */
async function replaceDefaultDatabase(setup: EngineConnection, dataDir: string): Promise<void> {
  const exists = existsSync(path.join(dataDir, 'metadata', 'default.sql'));
  await setup.run('USE system');
  await setup.run('DETACH DATABASE default');
  await setup.run(exists ? 'ATTACH DATABASE default' : 'CREATE DATABASE default ENGINE = Atomic');
}

function rethrow(error: unknown): never {
  throw toException(error);
}
