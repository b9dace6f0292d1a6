import type { Drafted } from '@tidemark/query-drafter';

/** A statement with its notes behind it as comments, a line each, so that no part of a note is run as SQL. */
export function withNotes({ sql, notes }: Pick<Drafted, 'sql' | 'notes'>): string {
  const lines = notes.map((note) => `-- ${note.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`);
  return [sql, ...lines].join('\n');
}
