/** A shell command that runs a query. The key is a variable, so that it does not end up in the shell history. */
export function curlText(origin: string, projectId: number, query: unknown): string {
  return [
    `curl ${quoted(`${origin}/api/projects/${projectId}/query/`)}`,
    `  -H "Authorization: Bearer $POSTHOG_PERSONAL_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify({ query }))}`,
  ].join(' \\\n');
}

/** Quotes a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
