import type {
  InstanceIngestion,
  InstanceProblem,
  InstanceProcess,
  InstanceQueue,
  InstanceStatus,
  InstanceStore,
} from '@tidemark/contracts';

/** The measurements on which the status is based. */
export interface Measured {
  readonly processes: readonly InstanceProcess[];
  readonly stores: readonly InstanceStore[];
  readonly ingestion: InstanceIngestion | null;
  readonly queues: readonly InstanceQueue[] | null;
}

/** Events that wait longer than this are late. The alert `EventsLate` uses the same duration. */
const LATE_SECONDS = 60;
const LOW_SHARE = 0.1;
const VERY_LOW_SHARE = 0.03;

/** The functions that stop without a process of each service, the most important first. */
const SERVICES = [
  {
    service: 'edge',
    area: 'ingestion',
    without: 'events are not accepted and flags are not evaluated',
    does: 'accept events and evaluate flags',
  },
  {
    service: 'ingest-worker',
    area: 'ingestion',
    without: 'accepted events wait in the log',
    does: 'process accepted events',
  },
  {
    service: 'query-worker',
    area: 'queries',
    without: 'background queries, exports, cohorts and loads wait',
    does: 'run background queries, exports, cohorts and loads',
  },
  {
    service: 'delivery',
    area: 'queries',
    without: 'events wait to be delivered to destinations',
    does: 'deliver events to destinations',
  },
] as const;

const STORES: Readonly<Record<InstanceStore['name'], string>> = {
  redis: 'events are rejected with 503, and clients send them again',
  clickhouse: 'accepted events wait in the log, and queries fail',
  postgres: 'accepted events wait in the log, and nothing can be changed',
};

/** All problems, the most severe first. */
function problemsOf(measured: Measured): readonly InstanceProblem[] {
  const problems = [
    ...storeProblems(measured),
    ...serviceProblems(measured),
    ...ingestionProblems(measured),
    ...processProblems(measured),
    ...spaceProblems(measured),
    ...versionProblems(measured),
  ];
  const rank = { critical: 0, warning: 1 };
  return [...problems].sort((a, b) => rank[a.severity] - rank[b.severity]);
}

/** Whether ingestion works, and the reasons if it does not, as one sentence. */
export function judge(measured: Measured): Pick<InstanceStatus, 'status' | 'summary' | 'problems'> {
  const problems = [...problemsOf(measured)];
  const isCritical = problems.some(({ severity }) => severity === 'critical');
  const status = isCritical ? 'unhealthy' : problems.length > 0 ? 'degraded' : 'healthy';
  const ofIngestion = problems.find(({ area, severity }) => {
    return area !== 'queries' && severity === 'critical';
  });
  if (ofIngestion !== undefined) {
    return { status, problems, summary: `Ingestion is not healthy: ${lower(ofIngestion.message)}` };
  }
  const waiting = measured.ingestion === null ? '' : ` ${waitingWords(measured.ingestion)}`;
  const [first] = problems;
  const also = first === undefined ? '' : ` But ${lower(first.message)}`;
  return { status, problems, summary: `Ingestion is healthy.${waiting}${also}` };
}

function storeProblems({ stores, processes }: Measured): readonly InstanceProblem[] {
  return stores
    .filter(({ is_available: isAvailable }) => !isAvailable)
    .map(({ name, error }): InstanceProblem => {
      if (isOnlySlow(name, error, processes)) {
        return {
          severity: 'warning',
          area: 'storage',
          message: `${title(name)} responds slowly (${error ?? ''}); other processes reach it, so events and queries only take longer.`,
          action: `Look at the load of ${title(name)} and of its machine.`,
        };
      }
      return {
        severity: 'critical',
        area: 'storage',
        message: `${title(name)} cannot be reached (${error ?? 'no reason is known'}): ${STORES[name]}.`,
        action: `Start ${title(name)}, or correct its address. Everything goes on by itself afterwards.`,
      };
    });
}

/** Whether a store did not respond here in time while other processes, by their last reports, have reached it. */
function isOnlySlow(
  name: InstanceStore['name'],
  error: string | null,
  processes: readonly InstanceProcess[],
): boolean {
  const isTimeout = error?.startsWith('no response within') ?? false;
  return (
    isTimeout && processes.some(({ state, checks }) => state !== 'missing' && checks[name] === 'ok')
  );
}

/** Without Redis the state of processes is unknown, because they report to Redis. */
function serviceProblems({ processes, ingestion }: Measured): readonly InstanceProblem[] {
  if (ingestion === null) return [];
  return SERVICES.flatMap(({ service, area, without, does }): readonly InstanceProblem[] => {
    const own = processes.filter((process) => process.service === service);
    const alive = own.filter(({ state }) => state !== 'missing');
    const [article, action] = [articleOf(service), `Start ${articleOf(service)} ${service}.`];
    if (alive.length === 0) {
      const waits = service === 'ingest-worker' && ingestion.waiting_events > 0;
      const waiting = waits ? ` ${waitingWords(ingestion)}` : '';
      const message = `No ${service} runs: ${without}.${waiting}`;
      return [{ severity: 'critical', area, message, action }];
    }
    if (alive.every(({ state }) => state === 'unready')) {
      const reasons = [...new Set(alive.flatMap(failures))].join('; ');
      const message = `No ${service} is ready (${reasons}): it may not ${does}.`;
      return [
        {
          severity: 'critical',
          area,
          message,
          action: 'Remove the cause that its checks name; see below.',
        },
      ];
    }
    const missing = own.length - alive.length;
    if (missing === 0) return [];
    const message = `${missing} of ${own.length} processes of the ${service} stopped reporting; the others do its work.`;
    return [
      {
        severity: 'warning',
        area: 'processes',
        message,
        action: `Start ${article} ${service} in its place.`,
      },
    ];
  });
}

function ingestionProblems({ ingestion }: Measured): readonly InstanceProblem[] {
  if (ingestion === null) return [];
  const { oldest_event_age_seconds: age, dead_letters: letters } = ingestion;
  const problems: InstanceProblem[] = [];
  if (age > LATE_SECONDS) {
    problems.push({
      severity: 'critical',
      area: 'ingestion',
      message: `Events are late. ${waitingWords(ingestion)}`,
      action: 'Start another ingest-worker, and look at the speed of ClickHouse and Postgres.',
    });
  }
  if (letters > 0) {
    problems.push({
      severity: 'warning',
      area: 'ingestion',
      message: `${counted(letters, 'dead letter')}: records that ingestion could not process are kept.`,
      action: 'Read their reasons below, remove the cause and replay them.',
    });
  }
  return problems;
}

/** A process that is not ready while other processes of its service are. */
function processProblems({ processes }: Measured): readonly InstanceProblem[] {
  return processes.flatMap((process): readonly InstanceProblem[] => {
    const { service, host, pid, state } = process;
    const others = processes.some((other) => other.service === service && other.state === 'ready');
    if (state !== 'unready' || (!others && service !== 'api')) return [];
    const message = `The ${service} ${pid} on ${host} is not ready: ${failures(process).join('; ')}.`;
    return [
      {
        severity: 'warning',
        area: 'processes',
        message,
        action: 'Remove the cause that its checks name.',
      },
    ];
  });
}

function spaceProblems({ stores }: Measured): readonly InstanceProblem[] {
  return stores.flatMap((store): readonly InstanceProblem[] => {
    const { name, free_bytes: free, total_bytes: total } = store;
    if (free === null || total === null || total === 0 || free / total >= LOW_SHARE) return [];
    const place = name === 'redis' ? 'The memory of Redis' : `The disk of ${title(name)}`;
    const share = Math.floor((100 * free) / total);
    return [
      {
        severity: free / total < VERY_LOW_SHARE ? 'critical' : 'warning',
        area: 'storage',
        message: `${place} is nearly full: ${share} % is free.`,
        action:
          'Free or add space before capture stops: it accepts no event that cannot be stored.',
      },
    ];
  });
}

function versionProblems({ processes }: Measured): readonly InstanceProblem[] {
  const alive = processes.filter(({ state }) => state !== 'missing');
  const versions = [...new Set(alive.map(({ version }) => version))].sort();
  if (versions.length < 2) return [];
  return [
    {
      severity: 'warning',
      area: 'processes',
      message: `Processes of different versions run: ${versions.join(', ')}.`,
      action: 'Finish the update: ingest-workers before edges.',
    },
  ];
}

/** The number of waiting events and the age of the oldest, as a sentence. */
function waitingWords({ waiting_events: count, oldest_event_age_seconds: age }: InstanceIngestion) {
  if (count === 0) return 'No event waits.';
  const verb = count === 1 ? 'waits' : 'wait, the oldest';
  return `${counted(count, 'event')} ${verb} for ${durationWords(age)}.`;
}

function durationWords(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 120) return counted(Math.round(seconds), 'second');
  if (seconds < 7_200) return counted(Math.round(seconds / 60), 'minute');
  return counted(Math.round(seconds / 3_600), 'hour');
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function failures({ checks }: InstanceProcess): readonly string[] {
  return Object.entries(checks)
    .filter(([, state]) => state !== 'ok')
    .map(([name, state]) => `${name}: ${state}`);
}

function articleOf(service: string): string {
  return /^[aeio]/.test(service) ? 'an' : 'a';
}

function title(store: InstanceStore['name']): string {
  return { postgres: 'Postgres', redis: 'Redis', clickhouse: 'ClickHouse' }[store];
}

/** Makes the first letter lower case, unless the sentence begins with the name of a store. */
function lower(sentence: string): string {
  return /^(?:No|Events|The|Processes)\b/.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}
