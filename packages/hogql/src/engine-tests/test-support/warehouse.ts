import type { CompileContext } from '../../compile/context';
import { compileHogQL } from '../../compile/compile-hogql';
import { compileContext } from '../../compile/test-support/context';

/** The part of the ClickHouse client the tests use. */
interface Engine {
  query(query: {
    name: string;
    sql: string;
    params?: Readonly<Record<string, unknown>>;
    settings?: Readonly<Record<string, number>>;
  }): Promise<{ rows: readonly unknown[][] }>;
  insertJsonEachRow(table: string, rows: readonly object[]): Promise<void>;
  command(sql: string): Promise<void>;
  close(): Promise<void>;
}

export interface Warehouse {
  insert(table: string, rows: readonly object[]): Promise<void>;
  /** Compiles and runs a statement as project 1. */
  rows(source: string, changes?: Partial<CompileContext>): Promise<readonly unknown[][]>;
  /** Runs SQL unchanged. */
  raw(sql: string, params?: Record<string, string>): Promise<readonly unknown[][]>;
  command(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** The settings of statements that change what they mean (`executionSettings` of the query engine). */
const SETTINGS = { transform_null_in: 1 };

/** Runs HogQL statements on a real engine with the schema. */
export function createWarehouse(engine: Engine): Warehouse {
  const run = async (query: Omit<Parameters<Engine['query']>[0], 'name'>) =>
    (await engine.query({ name: 'test', ...query })).rows;
  return {
    raw: (sql, params = {}) => run({ sql, params }),
    insert: (table, rows) => engine.insertJsonEachRow(table, rows),
    rows: (source, changes = {}) => {
      const { sql, params } = compileHogQL(source, compileContext(changes));
      return run({ sql, params, settings: SETTINGS });
    },
    command: (sql) => engine.command(sql),
    close: () => engine.close(),
  };
}
