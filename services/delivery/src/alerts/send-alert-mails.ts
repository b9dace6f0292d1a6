import type { Logger } from '@tidemark/platform';
import type { AlertMails } from '@tidemark/postgres';
import type { AlertMailMetrics } from '../delivery-metrics';
import type { MailSender } from '../sending/send-mail';
import { retryDelayMs } from '../work/back-off';
import { alertMessage } from './alert-message';

/** The maximum number of notifications in one sweep; the next sweep continues. */
const MAX_MAILS = 100;

export interface AlertMailDeps {
  readonly mails: AlertMails;
  readonly mail: MailSender;
  readonly siteUrl: string | null;
  readonly alertMetrics: AlertMailMetrics;
  readonly logger: Logger;
  readonly firstRetryMs: number;
  readonly maxAgeMs: number;
  readonly now: () => Date;
  readonly random: () => number;
}

/**
 * Sends the due e-mails of alerts. A failed e-mail is tried again after growing pauses until it is too old. If a
 * process dies between sending and recording, the next one repeats the e-mail with the same `Message-ID`.
 */
export async function sendAlertMails(deps: AlertMailDeps): Promise<void> {
  const { mails, mail, alertMetrics, logger, now } = deps;
  const createdAfter = new Date(now().getTime() - deps.maxAgeMs);
  for (const due of await mails.listDue(now(), createdAfter, MAX_MAILS)) {
    const { isSuccess, error } = await mail.send(alertMessage(due, deps.siteUrl));
    alertMetrics.count(isSuccess);
    if (isSuccess) {
      await mails.recordSent(due.notificationId, now());
      continue;
    }
    const delayMs = retryDelayMs(due.attempts + 1, deps.firstRetryMs, null, deps.random);
    const nextAttemptAt = new Date(now().getTime() + delayMs);
    await mails.recordFailure(due.notificationId, error ?? 'Unknown error', nextAttemptAt);
    logger.warn({ reason: error, project: due.projectId }, 'the e-mail of an alert was not sent');
  }
}
