import type { CompileContext } from '../context';

/** The context of a project without data; tests override the fields that they need. */
export function compileContext(changes: Partial<CompileContext> = {}): CompileContext {
  return {
    projectId: 1,
    timezone: 'UTC',
    weekStartDay: 0,
    now: new Date('2024-03-01T12:00:00Z'),
    actions: new Map(),
    defaultLimit: 100,
    maxRows: 10_000,
    ...changes,
  };
}
