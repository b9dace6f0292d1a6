// Runs a statement in the background, and cancels it after the given seconds: node long-report.mjs "SELECT 1" 60
import { createClient } from '@tidemark/client';

const {
  TIDEMARK_HOST: host,
  TIDEMARK_API_KEY: apiKey,
  TIDEMARK_PROJECT_ID: projectId,
} = process.env;
const tidemark = createClient({ host, apiKey, projectId });

const [query, seconds = '60'] = process.argv.slice(2);
try {
  const { columns, results } = await tidemark.run(
    { kind: 'HogQLQuery', query },
    {
      signal: AbortSignal.timeout(Number(seconds) * 1_000),
      onProgress: ({ rowsRead }) => console.error(`${rowsRead} rows read`),
    },
  );
  console.log(JSON.stringify({ columns, results }));
} catch (error) {
  if (error.name !== 'TimeoutError') throw error;
  console.log('cancelled');
}
