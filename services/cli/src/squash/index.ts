import { createLogger, plainMessage } from '@tidemark/platform';
import { requestSquash } from '@tidemark/queues';
import { Command } from 'commander';
import { positiveInteger } from '../arguments';
import type { Environment } from '../config';
import { redisUrl } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';
import { withRedis } from '../with-redis';

const DEFAULT_TIMEOUT_SECONDS = 3_600;

interface SquashCommandOptions {
  readonly timeout: number;
  readonly json?: boolean;
}

/** `tidemark squash`: a running query-worker writes old person overrides into the events now. */
export function squashCommand(env: Environment, terminal: Terminal): Command {
  return new Command('squash')
    .description('write person overrides older than SQUASH_AFTER_HOURS into the events now')
    .option(
      '--timeout <seconds>',
      'the maximum time until a query-worker has done it',
      positiveInteger,
      DEFAULT_TIMEOUT_SECONDS,
    )
    .option('--json', 'print one JSON object')
    .action(async (options: SquashCommandOptions) => {
      const url = redisUrl(env);
      await withRedis(url, (redis) => redis.ping());
      terminal.err(`waiting for a query-worker, up to ${options.timeout} s`);
      const report = await requestSquash({
        redisUrl: url,
        timeoutMs: options.timeout * 1_000,
        logger: createLogger('tidemark', 'silent'),
      }).catch((error: unknown) => {
        const reason = plainMessage(error);
        throw new CommandError(`the squash failed: ${reason}`, EXIT.failed);
      });
      const { folded, seconds } = report;
      terminal.out(
        options.json === true
          ? JSON.stringify(report)
          : `${folded} person overrides written into the events in ${seconds.toFixed(1)} s`,
      );
    });
}
