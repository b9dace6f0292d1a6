import { createLogger } from '@tidemark/platform';
import { sharedEngineUrls } from '@tidemark/testing';
import { createClickHouse } from './create-clickhouse';
import { belongsToQuery, killStatement, runningQueriesTable } from './on-every-node';

const clickhouse = createClickHouse({
  url: sharedEngineUrls().clickhouse,
  logger: createLogger('test', 'warn'),
});
afterAll(() => clickhouse.close());

/** Returns a statement as the engine's parser formats it; invalid SQL is rejected. */
async function parsed(sql: string): Promise<string> {
  const { rows } = await clickhouse.query<[string]>({
    name: 'format',
    sql: 'SELECT formatQuerySingleLine({sql:String})',
    params: { sql },
  });
  return rows[0]?.[0] ?? '';
}

it('ends a query on every node of a cluster', async () => {
  expect(await parsed(killStatement('main'))).toBe(
    'KILL QUERY ON CLUSTER main WHERE initial_query_id = {id:String} ASYNC',
  );
  expect(await parsed(killStatement(null))).toBe('KILL QUERY WHERE query_id = {id:String} ASYNC');
});

it('looks for a query on every replica', async () => {
  const looksFor = (cluster: string | null): Promise<string> =>
    parsed(`SELECT 1 FROM ${runningQueriesTable(cluster)} WHERE ${belongsToQuery(cluster)}`);
  expect(await looksFor('main')).toBe(
    "SELECT 1 FROM clusterAllReplicas('main', system.processes) WHERE initial_query_id = {id:String}",
  );
  expect(await looksFor(null)).toBe('SELECT 1 FROM system.processes WHERE query_id = {id:String}');
});
