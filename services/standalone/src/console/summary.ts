export interface SummaryInput {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly dataDir: string;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
}

/** What `npm start` prints when everything answers; its commands can be pasted as they are. */
export function summary(input: SummaryInput): string {
  const base = baseUrl(input.host, input.port);
  const event = { api_key: input.projectApiKey, event: 'hello', distinct_id: 'first-user' };
  const query = {
    query: {
      kind: 'HogQLQuery',
      query: 'select event, distinct_id, timestamp from events order by timestamp desc limit 10',
    },
    // Otherwise an empty answer, asked for too early, would be good enough for minutes.
    refresh: 'force_blocking',
  };
  return `
Tidemark is ready.

  Base URL          ${base}
  Project API key   ${input.projectApiKey}
  Personal API key  ${input.personalApiKey}
  Metrics           http://127.0.0.1:${input.metricsPort}/metrics
  Data              ${input.dataDir} (deleting it is a factory reset)

Send a first event:

  curl -sS ${base}/capture/ -H 'content-type: application/json' -d '${JSON.stringify(event)}'

Query it about two seconds later:

  curl -sS ${base}/api/projects/1/query/ -H 'authorization: Bearer ${input.personalApiKey}' -H 'content-type: application/json' -d '${JSON.stringify(query)}'

Ctrl-C stops everything.
`;
}

/** An address that listens everywhere is reached here by the loopback one. */
export function baseUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
