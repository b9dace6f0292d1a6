import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A Kafka broker that is also a controller. */
export interface TestKafkaBroker {
  readonly id: number;
  readonly port: number;
  /** The process id; null while the broker is stopped. */
  pid(): number | null;
  /** The last epoch in which the broker became the active controller; 0 if it never did since its start. */
  leaderEpoch(): number;
  /** Starts the broker with the data that it had; resolves when it accepts requests. */
  start(): Promise<void>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
}

const HEAP = '256m';
/** A bound on a hang, for machines that are busy with other work. */
const START_MS = 300_000;
const SERVES = 'Kafka Server started';
const LEADS = /Completed transition to Leader\(.*epoch=(\d+)/;

/** Where a broker runs. */
interface BrokerPlace {
  readonly id: number;
  readonly port: number;
  /** The command that runs Java in the network of the broker; empty for that of this process. */
  readonly command: readonly string[];
}

/** @param config path of the file `server.properties` of the broker */
export function createKafkaBroker(
  classPath: string,
  config: string,
  { id, port, command }: BrokerPlace,
): TestKafkaBroker {
  let child: ChildProcess | undefined;
  let epoch = 0;
  const isRunning = (): boolean =>
    child !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    id,
    port,
    pid: () => (isRunning() ? (child?.pid ?? null) : null),
    leaderEpoch: () => (isRunning() ? epoch : 0),
    start: async () => {
      if (isRunning()) return;
      epoch = 0;
      const java = ['java', ...OPTIONS, '-cp', classPath, 'kafka.Kafka', config];
      const [program = '', ...args] = [...command, ...java];
      const started = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      child = started;
      const lines = createInterface({ input: started.stderr });
      const last: string[] = [];
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`broker ${id} did not start:\n${last.join('\n')}`)),
          START_MS,
        );
        lines.on('line', (line) => {
          const led = LEADS.exec(line);
          if (led !== null) epoch = Number(led[1]);
          if (/ (WARN|ERROR) /.test(line)) last.push(line.slice(0, 300));
          if (last.length > 30) last.shift();
          if (!line.includes(SERVES)) return;
          clearTimeout(timer);
          resolve();
        });
        started.once('exit', (code, signal) => {
          clearTimeout(timer);
          reject(new Error(`broker ${id} ended (${String(code ?? signal)}):\n${last.join('\n')}`));
        });
      });
    },
    kill: async () => {
      if (child === undefined || !isRunning()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Options of Java for a small memory and a quick start; only the log lines that this file reads are written. */
const OPTIONS = [
  ...[`-Xmx${HEAP}`, `-Xms64m`, '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.log.org.apache.kafka.raft.QuorumState=info',
  '-Dorg.slf4j.simpleLogger.log.kafka.server=info',
  '-Dorg.slf4j.simpleLogger.log.org.apache.kafka.server=warn',
];
