import { setupLink } from '@tidemark/access';

export interface SummaryInput {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly dataDir: string;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
  /** Whether the key is printed in full, which happens only once. */
  readonly showsPersonalKey: boolean;
  /** Whether the console is served. */
  readonly hasConsole: boolean;
  /** The token of a link that sets the first password; null if an owner has one. */
  readonly setupToken: string | null;
}

/** Returns the text that `npm start` prints when all processes are ready. Its commands can be pasted into a shell. */
export function summary(input: SummaryInput): string {
  const base = baseUrl(input.host, input.port);
  const event = { api_key: input.projectApiKey, event: 'hello', distinct_id: 'first-user' };
  const query = {
    query: {
      kind: 'HogQLQuery',
      query: 'select event, distinct_id, timestamp from events order by timestamp desc limit 10',
    },
    // Otherwise an empty result of an early request would be returned from the cache for minutes.
    refresh: 'force_blocking',
  };
  const secrets = `${input.dataDir}/secrets.json`;
  const key = input.showsPersonalKey
    ? `${input.personalApiKey} (shown only now; stored in ${secrets})`
    : `in ${secrets}, as personalApiKey`;
  const bearer = input.showsPersonalKey ? input.personalApiKey : '$PERSONAL_API_KEY';
  const read = input.showsPersonalKey
    ? ''
    : `  export PERSONAL_API_KEY=$(node -p 'JSON.parse(fs.readFileSync("${secrets}")).personalApiKey')\n`;
  return `
Tidemark is ready.

  Base URL          ${base}
${consoleLine(base, input)}  Project API key   ${input.projectApiKey}
  Personal API key  ${key}
  Metrics           http://127.0.0.1:${input.metricsPort}/metrics
  Data              ${input.dataDir} (deleting it is a factory reset)

Send a first event:

  curl -sS ${base}/capture/ -H 'content-type: application/json' -d '${JSON.stringify(event)}'

Query it about two seconds later:

${read}  curl -sS ${base}/api/projects/1/query/ -H "authorization: Bearer ${bearer}" -H 'content-type: application/json' -d '${JSON.stringify(query)}'

Ctrl-C stops everything.
`;
}

/** Returns the line with the link that sets the first password, or later with the URL of the console. */
function consoleLine(base: string, { hasConsole, setupToken }: SummaryInput): string {
  if (!hasConsole) return '';
  return setupToken === null
    ? `  Console           ${base}/\n`
    : `  Set a password    ${setupLink(base, setupToken)} (valid once, for a day)\n`;
}

/** Returns the URL of the product on this machine. If it listens on all addresses, that is the loopback address. */
export function baseUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
