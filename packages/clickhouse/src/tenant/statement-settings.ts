/**
 * Rejects a SETTINGS clause in a statement of a project. HogQL prints none. Servers before 26.7.6.49 (26.3.27.4,
 * 26.8.2.2) check that clause in the outermost SELECT only, so that one further in could name another project.
 *
 * @throws Error: a mistake of ours, never of a user
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
