// Adds up a property over all events, row by row, in constant memory: node revenue.cjs "order paid" revenue
const { createClient, ApiError } = require('@tidemark/client');

const {
  TIDEMARK_HOST: host,
  TIDEMARK_API_KEY: apiKey,
  TIDEMARK_PROJECT_ID: projectId,
} = process.env;
const tidemark = createClient({ host, apiKey, projectId });

async function main([event, property]) {
  let total = 0;
  const rows = tidemark.rows({
    kind: 'HogQLQuery',
    query: 'SELECT toFloat(properties[{property}]) AS amount FROM events WHERE event = {event}',
    values: { event, property },
  });
  for await (const { amount } of rows) total += amount ?? 0;
  console.log(total.toFixed(2));
}

main(process.argv.slice(2)).catch((error) => {
  if (!(error instanceof ApiError)) throw error;
  console.log(`${error.status} ${error.code}: ${error.detail}`);
  process.exitCode = 1;
});
