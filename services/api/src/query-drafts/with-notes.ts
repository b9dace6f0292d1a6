import type { Drafted } from '@tidemark/query-drafter';

/** Appends the notes to a statement as comments, one per line, so that no part of a note is run as SQL. */
export function withNotes({ sql, notes }: Pick<Drafted, 'sql' | 'notes'>): string {
  const lines = notes.map((note) => `-- ${note.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`);
  return [sql, ...lines].join('\n');
}
