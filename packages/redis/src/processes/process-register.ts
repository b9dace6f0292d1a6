import type { ProcessReport } from '@tidemark/contracts';
import { processReportSchema } from '@tidemark/contracts';
import type { ProcessRegister } from '@tidemark/platform';
import type { Redis } from '../connection/redis';

/** A report with its age, measured by Redis's clock. */
export type KnownProcess = ProcessReport & { readonly ageMs: number };

/** The register with read access. */
export interface ProcessDirectory extends ProcessRegister {
  /** All processes that reported within the last ten minutes, sorted by service and start time. */
  list(): Promise<readonly KnownProcess[]>;
}

/** The hash of the reports: the time in milliseconds, a space and the report as JSON, by the id of the process. */
export const PROCESSES_KEY = 'tidemark:processes';
/** The time for which a killed process is shown as missing. */
const REMEMBERED_MS = 10 * 60_000;

/** KEYS: register. ARGV: id, report. The script uses Redis's clock, because the clocks of hosts differ. */
const REPORT = `#!lua flags=allow-oom
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', ms) .. ' ' .. ARGV[2])`;

/** One hash per installation, with a field for each process. */
export function createProcessDirectory(redis: Redis): ProcessDirectory {
  return {
    async report(report) {
      await redis.eval(REPORT, 1, PROCESSES_KEY, report.id, JSON.stringify(report));
    },
    async withdraw(id) {
      await redis.hdel(PROCESSES_KEY, id);
    },
    async list() {
      const [fields, [seconds, micros]] = await Promise.all([
        redis.hgetall(PROCESSES_KEY),
        redis.time(),
      ]);
      const now = Number(seconds) * 1_000 + Number(micros) / 1_000;
      const known = Object.values(fields).map((text) => readReport(text, now));
      const forgotten = known.filter(({ ageMs }) => ageMs > REMEMBERED_MS).map(({ id }) => id);
      if (forgotten.length > 0) await redis.hdel(PROCESSES_KEY, ...forgotten);
      return known
        .filter(({ ageMs }) => ageMs <= REMEMBERED_MS)
        .sort((a, b) => orderOf(a).localeCompare(orderOf(b)));
    },
  };
}

function readReport(text: string, now: number): KnownProcess {
  const space = text.indexOf(' ');
  const report = processReportSchema.parse(JSON.parse(text.slice(space + 1)));
  return { ...report, ageMs: Math.max(0, now - Number(text.slice(0, space))) };
}

function orderOf({ service, startedAt }: ProcessReport): string {
  return `${service} ${startedAt}`;
}
