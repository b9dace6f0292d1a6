import type { MailDelivery } from '@tidemark/destinations';
import type { AlertMail } from '@tidemark/postgres';

/** The e-mail of a notification. @param siteUrl the public address, without a slash at its end; null: no link */
export function alertMessage(mail: AlertMail, siteUrl: string | null): MailDelivery {
  const insight = mail.insightName ?? 'Insight without a name';
  const title = mail.alertName ?? insight;
  const isOver = mail.change === 'ended';
  const link =
    siteUrl === null
      ? []
      : [`${siteUrl}/project/${mail.projectId}/insights/${mail.insightShortId}`];
  const lines = [
    isOver ? endOf(mail) : `The value ${valueText(mail.value)}, ${boundsText(mail)}.`,
    '',
    `Insight: ${insight}`,
    `Project: ${mail.projectName}`,
    `Checked: ${timeText(mail.createdAt, mail.timezone)}`,
    ...link,
  ];
  return {
    kind: 'mail',
    id: mail.notificationId,
    to: mail.recipients.join(', '),
    subject: `[Tidemark] ${isOver ? 'Resolved' : 'Alert'}: ${title}`,
    text: `${lines.join('\n')}\n`,
    html: null,
  };
}

function endOf({ reason, value }: AlertMail): string {
  if (reason === 'changed') return 'The alert was changed, which ended its open incident.';
  if (reason === 'disabled') return 'The alert was disabled, which ended its open incident.';
  if (reason === 'deleted') return 'The alert was deleted, which ended its open incident.';
  if (reason === 'insight_deleted') {
    return 'The insight of the alert was deleted, which ended its open incident.';
  }
  // Several values, such as those of a breakdown, are not one number.
  if (value === null) return 'All values are within their bounds again.';
  return `The value ${valueText(value)}, within its bounds again.`;
}

function valueText(value: number | null): string {
  if (value === null) return 'is missing';
  return Number.isFinite(value) ? `is ${value}` : 'has grown from 0';
}

function boundsText({ lower, upper }: AlertMail): string {
  if (lower !== null && upper !== null) return `outside of ${lower} to ${upper}`;
  if (lower !== null) return `below ${lower}`;
  return upper === null ? 'outside of its bounds' : `above ${upper}`;
}

function timeText(time: Date, timeZone: string): string {
  const text = time.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${text} (${timeZone})`;
}
