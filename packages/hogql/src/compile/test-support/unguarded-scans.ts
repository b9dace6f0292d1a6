/**
 * Finds reads in printed SQL that lack the project guard. Works on the text, not on our own nodes, so that it does
 * not share errors of the printer: with quoted identifiers removed, every FROM and JOIN must be followed by a
 * parenthesis, by `numbers(`, or by `<table> AS t PREWHERE t.team_id = <project>`.
 */
export function unguardedScans(sql: string, projectId: number): string[] {
  const plain = sql.replace(/`[^`]*`/g, 'quoted');
  const problems: string[] = [];
  if (/['"]/.test(plain)) problems.push('a string outside parameters');
  if (/--|\/\*|;|#/.test(plain)) problems.push('a comment or a second statement');
  if (/\b(?:SETTINGS|FORMAT|OUTFILE|FINAL|system|information_schema)\b/i.test(plain)) {
    problems.push('a forbidden clause');
  }
  const guard = new RegExp(
    String.raw`^(?:events|person|person_distinct_id|person_distinct_id_overrides|groups|session_replay_events|raw_sessions|ingestion_warnings|cohort_people|query_log|log_entries|warehouse_rows) AS t ` +
      String.raw`PREWHERE t\.team_id = ${projectId}(?=[ )]|$)`,
  );
  const isSelf = (rest: string): boolean => {
    const [name = ''] = /^r\d+(?=[ )]|$)/.exec(rest) ?? [];
    return name !== '' && plain.includes(`WITH RECURSIVE ${name} AS (`);
  };
  for (const match of plain.matchAll(/\b(?:FROM|(?<!ARRAY )JOIN) /g)) {
    const rest = plain.slice(match.index + match[0].length);
    if (
      rest.startsWith('(') ||
      // A sub-query in its arguments has a FROM of its own.
      rest.startsWith('numbers(') ||
      guard.test(rest) ||
      isSelf(rest)
    ) {
      continue;
    }
    problems.push(`FROM ${rest.slice(0, 60)}`);
  }
  for (const [, alias = ''] of plain.matchAll(/\bAS (\w+)/g)) {
    if (!/^[cr]\d+$/.test(alias) && alias !== 't') problems.push(`the alias ${alias}`);
  }
  const guards = plain.match(/\bteam_id = /g)?.length ?? 0;
  const prewheres = plain.match(/\bPREWHERE t\.team_id = /g)?.length ?? 0;
  if (guards !== prewheres) problems.push('team_id compared outside PREWHERE');
  return problems;
}
