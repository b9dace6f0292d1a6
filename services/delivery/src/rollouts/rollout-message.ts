import type { MailDelivery } from '@tidemark/destinations';
import type { RolloutMail } from '@tidemark/postgres';

const SUBJECTS: Readonly<Record<string, string>> = {
  rolled_back: 'Rolled back',
  completed: 'Rollout completed',
  failed: 'Rollout ended',
};

/** The e-mail about a rollout that ended. @param siteUrl the public address, without a slash at its end; null: no link */
export function rolloutMessage(mail: RolloutMail, siteUrl: string | null): MailDelivery {
  const { timezone: timeZone, projectId, flagId, flagKey } = mail;
  const ended = mail.endedAt.toLocaleString('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const lines = [
    mail.reason ?? 'The rollout ended.',
    '',
    `Flag: ${flagKey}`,
    `Project: ${mail.projectName}`,
    `Ended: ${ended} (${timeZone})`,
    ...(siteUrl === null
      ? []
      : [`${siteUrl}/project/${projectId}/feature_flags/${flagId}?part=rollout`]),
  ];
  return {
    kind: 'mail',
    id: `guarded-rollout-${mail.rolloutId}`,
    to: mail.recipients.join(', '),
    subject: `[Tidemark] ${SUBJECTS[mail.status] ?? 'Rollout ended'}: ${flagKey}`,
    text: `${lines.join('\n')}\n`,
    html: null,
  };
}
