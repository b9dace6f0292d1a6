import type { CompiledQuery } from '@tidemark/hogql';
import { compileHogQL } from '@tidemark/hogql';

/**
 * Compiles a statement for a project without definitions.
 *
 * @throws HogQLError if the statement is not valid
 */
export function compile(sql: string): CompiledQuery {
  return compileHogQL(sql, {
    projectId: 1,
    timezone: 'UTC',
    weekStartDay: 0,
    now: new Date('2026-03-10T12:00:00Z'),
    actions: new Map(),
    defaultLimit: 100,
    maxRows: 1_000,
  });
}
