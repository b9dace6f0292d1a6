/** A command that runs a query from a shell; the key is a variable, so that none ends up in a history of commands. */
export function curlText(origin: string, projectId: number, query: unknown): string {
  return [
    `curl ${quoted(`${origin}/api/projects/${projectId}/query/`)}`,
    `  -H "Authorization: Bearer $POSTHOG_PERSONAL_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify({ query }))}`,
  ].join(' \\\n');
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
