import { parseArgs } from 'node:util';
import { benchActions } from './actions/actions';
import { benchAnalytics } from './analytics/analytics';
import { benchGrowth } from './analytics/growth';
import { benchBodies } from './bodies/bodies';
import { benchCapture } from './capture';
import { benchConsole } from './console/console';
import { benchDefinitions } from './definitions';
import { benchDeliveries } from './deliveries/deliveries';
import { benchDestinations } from './destinations';
import { benchFlags } from './flags/flags';
import { benchHogQL } from './hogql/hogql';
import { benchImport } from './import/import';
import { benchIngest } from './ingest/ingest';
import { benchLive } from './live/live';
import { benchLiveFlags } from './live-flags/live-flags';
import { benchOutage } from './outage/outage';
import { benchPeers } from './peers/peers';
import { benchQuery } from './query/query';
import { benchQuestion } from './question/question';
import { benchRules } from './rules/rules';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** For `ingest` and `outage`: events per second; with --find-max, the first rate. */
    rate: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '60' },
    /** For `analytics`, `actions`, `live` and `outage` (default 5,000,000) and for `import` (default 1,000,000). */
    events: { type: 'string' },
    /** For `growth`: numbers of events, ascending. */
    sizes: { type: 'string', default: '1000000,10000000,50000000' },
    /** For `analytics`, `growth`, `question` and `live-flags`: runs only the cases whose name contains this text. */
    only: { type: 'string', default: '' },
    /** For `live-flags`: the number of open streams. */
    streams: { type: 'string', default: '10000' },
    'find-max': { type: 'boolean', default: false },
    /** For `ingest` and `outage`: the ingest log, `redis` or `kafka`. */
    log: { type: 'string', default: 'redis' },
  },
});

const events = (unset: number): number => Number(values.events ?? unset);

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  capture: benchCapture,
  bodies: benchBodies,
  flags: benchFlags,
  definitions: benchDefinitions,
  destinations: benchDestinations,
  deliveries: benchDeliveries,
  hogql: benchHogQL,
  query: benchQuery,
  question: () => benchQuestion(values.only),
  actions: () => benchActions(events(5_000_000)),
  analytics: () => benchAnalytics(events(5_000_000), values.only),
  peers: benchPeers,
  growth: () => benchGrowth(values.sizes.split(',').map(Number), values.only),
  rules: benchRules,
  console: benchConsole,
  live: () => benchLive(events(5_000_000)),
  import: () => benchImport(events(1_000_000)),
  outage: () =>
    benchOutage({
      rate: Number(values.rate),
      events: events(5_000_000),
      log: logOf(values.log),
    }),
  'live-flags': () => benchLiveFlags(Number(values.streams), values.only),
  ingest: () =>
    benchIngest({
      rate: Number(values.rate),
      seconds: Number(values.seconds),
      findMax: values['find-max'],
      log: logOf(values.log),
    }),
};

function logOf(name: string): 'redis' | 'kafka' {
  if (name === 'redis' || name === 'kafka') return name;
  throw new Error(`Unknown log ${name}: use redis or kafka`);
}

async function main(names: readonly string[]): Promise<void> {
  const chosen = names.length === 0 ? Object.keys(BENCHMARKS) : names;
  for (const name of chosen) {
    const bench = BENCHMARKS[name];
    if (bench === undefined) {
      throw new Error(`Unknown benchmark ${name}: use ${Object.keys(BENCHMARKS).join(', ')}`);
    }
    await bench();
  }
}

main(positionals).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
