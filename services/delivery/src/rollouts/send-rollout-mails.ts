import type { RolloutMails } from '@tidemark/postgres';
import type { AlertMailDeps } from '../alerts/send-alert-mails';
import { retryDelayMs } from '../work/back-off';
import { rolloutMessage } from './rollout-message';

/** The maximum number of e-mails in one sweep; the next sweep continues. */
const MAX_MAILS = 100;

/** Sends the e-mails about ended guarded rollouts, by the same rules as those of alerts. */
export async function sendRolloutMails(
  deps: Omit<AlertMailDeps, 'mails'> & { readonly rolloutMails: RolloutMails },
): Promise<void> {
  const { rolloutMails, mail, alertMetrics, logger, now } = deps;
  const endedAfter = new Date(now().getTime() - deps.maxAgeMs);
  for (const due of await rolloutMails.listDue(now(), endedAfter, MAX_MAILS)) {
    const { isSuccess, error } = await mail.send(rolloutMessage(due, deps.siteUrl));
    alertMetrics.count(isSuccess);
    if (isSuccess) {
      await rolloutMails.recordSent(due.rolloutId, now());
      continue;
    }
    const delayMs = retryDelayMs(due.attempts + 1, deps.firstRetryMs, null, deps.random);
    const nextAttemptAt = new Date(now().getTime() + delayMs);
    await rolloutMails.recordFailure(due.rolloutId, error ?? 'Unknown error', nextAttemptAt);
    logger.warn({ reason: error, project: due.projectId }, 'the e-mail of a rollout was not sent');
  }
}
