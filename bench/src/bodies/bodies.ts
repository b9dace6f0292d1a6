import { startBenchStack } from '../stack';
import type { MeasuredServer } from '../child';
import { hostileBodies } from './hostile-bodies';
import type { HostileBody } from './hostile-bodies';

const ROUNDS = 5;

interface Cost {
  readonly status: number;
  /** CPU time of the whole process, including its threads. */
  readonly cpuMs: number;
  /** CPU time of the longest turn of the event loop, from the request to the response. */
  readonly heldMs: number;
}

/**
 * Prints the cost of one request without authentication to an edge, as the table of docs/security.md: CPU time of the
 * process, and how long the event loop is blocked.
 */
export async function benchBodies(): Promise<void> {
  const stack = await startBenchStack();
  try {
    const edge = await stack.startService('edge', {}, { watchLoop: true });
    for (const one of hostileBodies()) await cost(edge, one);
    console.log(
      '| Route | Body | Bytes sent | Status | CPU | CPU per KB sent | Longest turn of the event loop |',
    );
    console.log('| --- | --- | --: | --: | --: | --: | --: |');
    for (const one of hostileBodies()) {
      const costs: Cost[] = [];
      for (let round = 0; round < ROUNDS; round++) costs.push(await cost(edge, one));
      await stack.emptyLog();
      console.log(row(one, costs));
    }
    console.log(`peak resident memory: ${edge.peakMegabytes().toFixed(0)} MB`);
  } finally {
    await stack.stop();
  }
}

async function cost(edge: MeasuredServer, { route, headers, body }: HostileBody): Promise<Cost> {
  await edge.loopHeldMs();
  const before = edge.cpuSeconds();
  const response = await fetch(edge.url + route, { method: 'POST', headers, body });
  await response.arrayBuffer();
  const cpuMs = (edge.cpuSeconds() - before) * 1_000;
  return { status: response.status, cpuMs, heldMs: await edge.loopHeldMs() };
}

function row({ route, name, body }: HostileBody, costs: readonly Cost[]): string {
  const least = (of: (cost: Cost) => number): number => Math.min(...costs.map(of));
  const cpu = least(({ cpuMs }) => cpuMs);
  const cells = [
    `\`${route.slice(0, 40)}\``,
    name,
    body.length.toLocaleString('en'),
    costs[0]?.status ?? 0,
    `${cpu.toFixed(0)} ms`,
    `${((cpu * 1_024) / Math.max(1, body.length)).toFixed(2)} ms`,
    `${least(({ heldMs }) => heldMs).toFixed(0)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}
