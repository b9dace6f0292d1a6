import type { MeasuredServer } from '../child';
import { askForCsv, EVENTS, load } from './ask';

const QUERY = `select uuid, event, timestamp, distinct_id, properties.$browser, properties.amount from events
  order by timestamp limit ${EVENTS}`;

/** Measures a CSV of a million rows: its rate, and the memory of the API meanwhile. */
export async function benchCsv(api: MeasuredServer): Promise<void> {
  await readCsv(api.url);
  const before = api.residentMegabytes();
  const seen: number[] = [];
  const watching = setInterval(() => seen.push(api.residentMegabytes()), 100);
  const cpu = api.cpuSeconds();
  const start = performance.now();
  const { rows, bytes } = await readCsv(api.url);
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(watching);
  console.log(
    `query: a CSV of ${rows} rows, ${(bytes / 1e6).toFixed(0)} MB, the second time (${load()})\n  ${seconds.toFixed(1)} s, ${(rows / seconds).toFixed(0)} rows/s, ${(api.cpuSeconds() - cpu).toFixed(1)} s CPU of the API\n  resident memory of the API: ${before.toFixed(0)} MB before, ${Math.max(...seen).toFixed(0)} MB at most while it streams, ${api.peakMegabytes().toFixed(0)} MB ever`,
  );
}

async function readCsv(apiUrl: string): Promise<{ rows: number; bytes: number }> {
  const response = await askForCsv(apiUrl, QUERY);
  if (!response.ok || response.body === null) throw new Error(await response.text());
  let [lines, bytes] = [0, 0];
  for await (const chunk of response.body) {
    const part = chunk as Uint8Array;
    bytes += part.length;
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) lines += 1;
  }
  // The first line contains the column names.
  const rows = lines - 1;
  if (rows !== EVENTS) throw new Error(`${rows} rows of ${EVENTS}`);
  return { rows, bytes };
}
