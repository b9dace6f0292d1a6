import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Product } from '../console/product';
import { REPOSITORY } from '../console/product';
import { PERSONAL_API_KEY } from '../stack';

/** The progress of an import, read from a line that the command prints. */
export interface Progress {
  readonly phase: string;
  readonly events: number;
}

/** The result of one run of the import command. */
export interface CommandRun {
  readonly exitCode: number | null;
  readonly isKilled: boolean;
  readonly seconds: number;
  /** CPU seconds of the command's process. */
  readonly cpuSeconds: number;
  /** Tenth of the events → the largest resident memory of the command's process in that tenth, in MB. */
  readonly residentMegabytes: ReadonlyMap<number, number>;
  /** The object that `--json` prints; null if the command was killed. */
  readonly report: ImportReport | null;
  readonly errors: string;
}

export interface ImportReport {
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly { readonly kind: string; readonly reason: string }[];
  readonly reconciliation: {
    readonly equal: boolean;
    readonly events: {
      readonly source: number;
      readonly target: number;
      readonly difference_count: number;
    };
    readonly persons: { readonly source: number; readonly target: number } | null;
    readonly flags: { readonly source: number; readonly differences: readonly unknown[] } | null;
  } | null;
}

const SAMPLE_MS = 200;
/** Clock ticks per second; 100 on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Runs `tidemark import posthog` into project 1 of a product, as a separate process.
 *
 * @param args the arguments that name the source
 * @param total number of events of the source, for the tenths of `residentMegabytes`
 * @param onProgress called with each line of progress; if it returns true, the process is killed with SIGKILL
 */
export async function runImportCommand(
  target: Product,
  args: readonly string[],
  total: number,
  onProgress: (progress: Progress) => boolean = () => false,
): Promise<CommandRun> {
  const from = Date.now();
  const child = spawn(
    process.execPath,
    [
      join(REPOSITORY, 'services/cli/dist/main.js'),
      ...['import', 'posthog', '--project', '1', '--json', ...args],
    ],
    {
      env: { ...process.env, DATA_DIR: target.dataDir, IMPORT_SOURCE_KEY: PERSONAL_API_KEY },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let events = 0;
  // An object, because the compiler does not notice that a listener changes a variable.
  const state = { isKilled: false };
  const errors: string[] = [];
  const residentMegabytes = new Map<number, number>();
  let cpuSeconds = 0;
  const sampling = setInterval(() => {
    const sample = sampleOf(child);
    if (sample === null) return;
    cpuSeconds = sample.cpuSeconds;
    const tenth = Math.min(10, Math.floor((events / total) * 10));
    const before = residentMegabytes.get(tenth) ?? 0;
    residentMegabytes.set(tenth, Math.max(before, sample.megabytes));
  }, SAMPLE_MS);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const out = text(child.stdout);
  const lines = createInterface({ input: child.stderr });
  lines.on('line', (line) => {
    const progress = readProgress(line);
    if (progress === null) {
      errors.push(line);
      return;
    }
    events = progress.events;
    if (state.isKilled || !onProgress(progress)) return;
    state.isKilled = true;
    child.kill('SIGKILL');
  });
  const [exitCode] = await ended;
  clearInterval(sampling);
  const printed = await out;
  const { isKilled } = state;
  return {
    ...{ exitCode, isKilled, cpuSeconds, residentMegabytes, errors: errors.join('\n') },
    seconds: (Date.now() - from) / 1_000,
    report: isKilled || printed === '' ? null : (JSON.parse(printed) as ImportReport),
  };
}

/** Parses a line such as `feature flag: 20 cohorts, 3 feature flags`; null for other lines. */
function readProgress(line: string): Progress | null {
  const found = /^([a-z_ ]+): (?:nothing yet|\d)/.exec(line);
  if (found === null) return null;
  const events = /\b(\d+) events\b/.exec(line)?.[1] ?? '0';
  return { phase: found[1] ?? '', events: Number(events) };
}

function sampleOf({ pid }: ChildProcess) {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    const stat =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1) ?? '';
    const fields = stat.split(' ');
    return {
      megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024,
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
    };
  } catch {
    // The process has just ended.
    return null;
  }
}
