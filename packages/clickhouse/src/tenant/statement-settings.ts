/**
 * Rejects a SETTINGS clause in a statement of a project. HogQL never prints one. Servers before 26.7.6.49 (26.3.27.4,
 * 26.8.2.2) check this clause only in the outermost SELECT, so that an inner one could set another project.
 *
 * @throws Error, which means an error in our code, not in the query of a user
 */
export function rejectSettingsClause(sql: string): void {
  const unquoted = sql.replace(
    /`(?:[^`\\]|\\.|``)*`|'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/g,
    'q',
  );
  if (/\bSETTINGS\b/i.test(unquoted)) {
    throw new Error("A project's statement must not have a SETTINGS clause");
  }
}
