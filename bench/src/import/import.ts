import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Product } from '../console/product';
import { callApi, startProduct } from '../console/product';
import { cpuByPart } from '../ingest/cpu';
import { formatCpu } from '../ingest/report';
import { countDefinitions, DEFINITIONS, fillDefinitions } from './definitions';
import type { EventFiles } from './event-files';
import { writeEventFiles } from './event-files';
import type { CommandRun, ImportReport } from './import-command';
import { runImportCommand } from './import-command';
import { hasReached, KILLS, killService } from './kills';

/**
 * Imports files into a product, and imports its project into a second product with the import command while five
 * processes are killed. Prints the compared numbers, the times, the rates and the memory.
 *
 * @throws Error if an import does not complete, or if the two projects differ
 */
export async function benchImport(events: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-import-'));
  const products: Product[] = [];
  try {
    const files = await writeEventFiles(join(folder, 'files'), events);
    const floor = await readAndParse(files.eventsPath);
    const source = await startProduct();
    products.push(source);
    await fromFiles(source, files, floor);
    await fillDefinitions(source);
    const target = await startProduct();
    products.push(target);
    await byAddress(source, target, files);
  } finally {
    await Promise.all(products.map((product) => product.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** The floor: CPU time in µs per event for only reading and parsing the file. */
async function readAndParse(path: string): Promise<number> {
  const before = process.cpuUsage();
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if ((JSON.parse(line) as { uuid?: string }).uuid !== undefined) count += 1;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

async function fromFiles(product: Product, files: EventFiles, floor: number): Promise<void> {
  const { events, persons, bytes } = files;
  const before = cpuByPart();
  const run = await runImportCommand(product, ['--files', dirname(files.eventsPath)], events);
  const after = cpuByPart();
  const report = completed(run);
  const cpuMicros = (sumOf(after) - sumOf(before)) * (1e6 / events);
  console.log(
    [
      `import: ${events} events (${(bytes / 1e6).toFixed(0)} MB) and ${persons} persons from files, load average ${loadavg()[0]?.toFixed(1) ?? ''}`,
      `  ${rateOf(events, run.seconds)}, until all are ingested and compared`,
      formatCpu(before, after, events),
      `  ratio: floor CPU (read and parse) ÷ Tidemark CPU per event ${(floor / cpuMicros).toFixed(3)} (${floor.toFixed(1)} ÷ ${cpuMicros.toFixed(0)} µs); the command alone ${(floor / ((run.cpuSeconds * 1e6) / events)).toFixed(2)}`,
      `  resident memory of the command by tenths of the events: ${memoryOf(run)} MB`,
      ...reconciliationLines(report),
    ].join('\n'),
  );
}

async function byAddress(source: Product, target: Product, files: EventFiles): Promise<void> {
  const { events } = files;
  const args = ['--address', source.url, '--source-project', '1'];
  const runs: CommandRun[] = [];
  const before = cpuByPart();
  let kills = 0;
  for (;;) {
    const run = await runImportCommand(target, args, events, (progress) => {
      const kill = KILLS[kills];
      if (kill === undefined || !hasReached(kill, progress, events)) return false;
      kills += 1;
      console.log(
        `  kill -9 of the ${kill.victim} at ${progress.events} events (${progress.phase})`,
      );
      if (kill.victim === 'command') return true;
      if (kill.victim === 'api of the source') killService(source, 'api');
      else killService(target, 'ingest-worker');
      return false;
    });
    runs.push(run);
    if (!run.isKilled) break;
  }
  const last = runs.at(-1);
  if (last === undefined) return;
  const report = completed(last);
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  const cpuSeconds = runs.reduce((sum, run) => sum + run.cpuSeconds, 0);
  const after = cpuByPart();
  const counts = await countsOf(source, target);
  console.log(
    [
      `import: ${events} events by address, ${kills} kills, ${runs.length} runs of the command, load average ${loadavg()[0]?.toFixed(1) ?? ''}`,
      `  ${rateOf(events, seconds)}; up to 15 s of each run wait for the lease of the one before`,
      formatCpu(before, after, events),
      `  CPU of the command ${((cpuSeconds * 1e6) / events).toFixed(0)} µs an event; peak resident memory ${Math.max(...runs.flatMap((run) => [...run.residentMegabytes.values()])).toFixed(0)} MB`,
      ...reconciliationLines(report),
      ...counts.map(({ what, from, to }) => `  ${what}: ${from} in the source, ${to} here`),
    ].join('\n'),
  );
  if (kills !== KILLS.length) throw new Error(`Only ${kills} of ${KILLS.length} kills happened.`);
  const different = counts.filter(({ from, to }) => from !== to).map(({ what }) => what);
  if (different.length > 0) throw new Error(`Not equal: ${different.join(', ')}`);
  for (const [name, wanted] of Object.entries(DEFINITIONS)) {
    if (counts.find(({ what }) => what === name)?.to !== wanted) {
      throw new Error(`There should be ${wanted} ${name}.`);
    }
  }
  console.log(`  all equal`);
}

interface Counted {
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

/** The number of objects of each kind in both projects, counted without the importer. */
async function countsOf(source: Product, target: Product): Promise<readonly Counted[]> {
  const of = async (product: Product): Promise<Readonly<Record<string, number>>> => ({
    ...(await countDefinitions(product)),
    ...(await countRows(product)),
  });
  const [from, to] = [await of(source), await of(target)];
  return Object.keys(from).map((what) => ({ what, from: from[what] ?? 0, to: to[what] ?? 0 }));
}

async function countRows(product: Product): Promise<Readonly<Record<string, number>>> {
  const one = async (query: string): Promise<number> => {
    const { results } = await callApi<{ results: number[][] }>(product, 'POST', 'query/', {
      query: { kind: 'HogQLQuery', query },
      refresh: 'force_blocking',
    });
    return results[0]?.[0] ?? 0;
  };
  const events = 'FROM events WHERE timestamp < now() + INTERVAL 10 YEAR';
  return {
    events: await one(`SELECT count() ${events}`),
    'different uuids': await one(`SELECT uniqExact(uuid) ${events}`),
    'persons with events': await one(`SELECT uniqExact(person_id) ${events}`),
    persons: await one('SELECT count() FROM persons'),
    'sum of amounts': await one(`SELECT sum(toFloat(properties.amount)) ${events}`),
  };
}

/** @throws Error if the import has not completed, or if its comparison found differences */
function completed({ report, errors }: CommandRun): ImportReport {
  if (report?.state !== 'completed') throw new Error(`The import has not completed: ${errors}`);
  if (report.reconciliation?.equal === true) return report;
  throw new Error(`The comparison is not equal: ${JSON.stringify(report)}`);
}

function reconciliationLines({ reconciliation, problems }: ImportReport): readonly string[] {
  if (reconciliation === null) return [];
  const { equal, events, persons, flags } = reconciliation;
  return [
    `  reconciliation: ${equal ? 'all equal' : 'DIFFERENT'}; ${problems.length} problems`,
    `    events ${events.source} = ${events.target}, ${events.difference_count} days and names differ`,
    ...(persons === null ? [] : [`    persons ${persons.source} = ${persons.target}`]),
    ...(flags === null ? [] : [`    flags ${flags.source}, ${flags.differences.length} differ`]),
  ];
}

function rateOf(events: number, seconds: number): string {
  return `${seconds.toFixed(1)} s, ${(events / seconds).toFixed(0)} events/s`;
}

function memoryOf({ residentMegabytes }: CommandRun): string {
  const tenths = [...residentMegabytes].sort(([a], [b]) => a - b);
  return tenths.map(([, megabytes]) => megabytes.toFixed(0)).join(' ');
}

function sumOf(parts: ReturnType<typeof cpuByPart>): number {
  return Object.values(parts).reduce((sum, seconds) => sum + seconds, 0);
}
