import type { BenchStack } from '../stack';
import type { Passed } from './recording-proxy';
import { startRecordingProxy } from './recording-proxy';

/** How a request is described: by the first words of a Postgres statement, or by the command and the key of Redis. */
const POSTGRES = /(?:select|insert into|update|delete from|begin|commit) .{0,60}/;
const REDIS = /\*\d+ \$\d+ (\w+)/g;
const REDIS_KEY = /tidemark:[^ ]*/;
const ENGINE = /POST \/\?[^ ]*/;

/**
 * Prints the requests that an api sends to its stores for one request, in order, and how many of these must wait for
 * one before.
 *
 * @param ask sends the request; it is sent many times before one is recorded
 */
export async function printRoundTrips(
  stack: BenchStack,
  settings: Readonly<Record<string, string>>,
  requests: readonly { readonly name: string; readonly ask: (apiUrl: string) => Promise<void> }[],
): Promise<void> {
  let passed: Passed[] = [];
  const note = (one: Passed): void => void passed.push(one);
  const { urls } = stack;
  const proxies = {
    postgres: await startRecordingProxy('Postgres', urls.postgres, note),
    redis: await startRecordingProxy('Redis', urls.redis, note),
    clickhouse: await startRecordingProxy('ClickHouse', urls.clickhouse, note),
  };
  const api = await stack.startService('api', {
    ...settings,
    DATABASE_URL: proxies.postgres.url,
    REDIS_URL: proxies.redis.url,
    CLICKHOUSE_URL: proxies.clickhouse.url,
  });
  for (const { name, ask } of requests) {
    for (let round = 0; round < 50; round += 1) await ask(api.url);
    await new Promise((resolve) => setTimeout(resolve, 50));
    passed = [];
    const start = performance.now();
    await ask(api.url);
    const end = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    print(name, passed, { start, end });
  }
  await api.stop();
  for (const proxy of Object.values(proxies)) proxy.stop();
}

function print(
  name: string,
  passed: readonly Passed[],
  { start, end }: { readonly start: number; readonly end: number },
): void {
  // A new step begins with each request that is sent after a response. The number of steps is that of the round trips
  // that follow one another.
  let [steps, hasReplied] = [0, true];
  const lines: string[] = [];
  for (const one of passed) {
    if (one.direction === 'received') {
      hasReplied = true;
      continue;
    }
    if (one.at < end && hasReplied) {
      steps += 1;
      hasReplied = false;
    }
    const when = one.at < end ? `step ${steps}` : 'after the response';
    lines.push(`    +${(one.at - start).toFixed(1)} ms  ${when}  ${one.store}: ${saying(one)}`);
  }
  console.log(
    `question: round trips of ${name}: ${lines.length}, ${steps} steps until the response (+${(end - start).toFixed(1)} ms)\n${lines.join('\n')}`,
  );
}

function saying({ store, text }: Passed): string {
  if (store === 'Postgres') return POSTGRES.exec(text)?.[0] ?? text.slice(0, 60);
  if (store === 'ClickHouse') return ENGINE.exec(text)?.[0].slice(0, 40) ?? text.slice(0, 60);
  const commands = [...text.matchAll(REDIS)].map(([, command]) => command);
  return `${commands.join(', ')} ${REDIS_KEY.exec(text)?.[0] ?? ''}`;
}
