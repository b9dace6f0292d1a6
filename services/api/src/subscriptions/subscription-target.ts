import type { SubscriptionTarget, SubscriptionUpdate } from '@tidemark/contracts';
import { problemOfSigningSecret } from '@tidemark/destinations';
import { recipientsOf } from '@tidemark/domain';
import type { SealedBox } from '@tidemark/platform';
import { subscriptionTargetContext, validationError } from '@tidemark/platform';
import type { Subscription } from '@tidemark/postgres';
import { z } from 'zod';

const MAX_RECIPIENTS = 50;
const MAX_URL = 2_000;

/** Where messages go, as it is stored. */
export interface StoredTarget {
  readonly targetType: SubscriptionTarget;
  readonly targetValue: string;
  readonly sealedTarget: string | null;
  readonly hasSigningSecret: boolean;
}

/** The sealed part of a target; `services/delivery` opens it. */
interface TargetSecrets {
  /** The URL of Slack's incoming webhook, which is a credential. */
  readonly url?: string;
  readonly signing_secret?: string;
}

/**
 * The target after a request.
 * @throws ApiError 400 for a value that does not fit the type, and for secrets if there is no key to seal them with
 */
export function storedTarget(
  projectId: number,
  body: SubscriptionUpdate,
  before: Subscription | null,
  box: SealedBox | null,
): StoredTarget {
  const targetType = body.target_type ?? before?.targetType ?? 'email';
  const isSameType = before !== null && before.targetType === targetType;
  if (before !== null && !isSameType && body.target_value === undefined) {
    throw invalid('target_value', 'Another type needs another target.');
  }
  const value = body.target_value ?? before?.targetValue ?? '';
  const old = isSameType ? openSecrets(projectId, before, box) : {};
  const signing = signingSecret(targetType, body, old);
  if (targetType === 'email') {
    return {
      targetType,
      targetValue: addresses(value),
      sealedTarget: null,
      hasSigningSecret: false,
    };
  }
  // A client may send back the shortened URL of a response.
  const url = isSameType && value === before.targetValue ? (old.url ?? value) : urlOf(value);
  const secrets: TargetSecrets = {
    ...(targetType === 'slack' && { url }),
    ...(signing !== null && { signing_secret: signing }),
  };
  return {
    targetType,
    targetValue: targetType === 'slack' ? shownUrl(url) : url,
    sealedTarget: seal(projectId, secrets, { before, old, box }),
    hasSigningSecret: signing !== null,
  };
}

function addresses(value: string): string {
  const all = recipientsOf(value);
  if (all.length === 0) throw invalid('target_value', 'Name at least one e-mail address.');
  if (all.length > MAX_RECIPIENTS) {
    throw invalid('target_value', `A subscription has at most ${MAX_RECIPIENTS} recipients.`);
  }
  const wrong = all.find((address) => !z.email().safeParse(address).success);
  if (wrong !== undefined) {
    throw invalid('target_value', `"${wrong.slice(0, 100)}" is not an e-mail address.`);
  }
  return all.join(',');
}

function urlOf(value: string): string {
  const isUrl = value.length <= MAX_URL && URL.canParse(value);
  if (!isUrl || !['http:', 'https:'].includes(new URL(value).protocol)) {
    throw invalid('target_value', 'Use a URL that begins with https:// or http://.');
  }
  return value;
}

/** The host of a URL whose path is a credential. */
function shownUrl(url: string): string {
  return `${new URL(url).origin}/***`;
}

function signingSecret(
  targetType: SubscriptionTarget,
  { signing_secret: sent }: SubscriptionUpdate,
  old: TargetSecrets,
): string | null {
  if (sent === undefined) return targetType === 'webhook' ? (old.signing_secret ?? null) : null;
  if (sent === null || sent === '') return null;
  if (targetType !== 'webhook') {
    throw invalid('signing_secret', 'Only requests to a webhook are signed.');
  }
  const problem = problemOfSigningSecret(sent);
  if (problem !== null) throw invalid('signing_secret', problem);
  return sent;
}

/** Null where nothing is secret. What has not changed keeps its seal, so that the history shows no change. */
function seal(
  projectId: number,
  secrets: TargetSecrets,
  { before, old, box }: { before: Subscription | null; old: TargetSecrets; box: SealedBox | null },
): string | null {
  if (Object.keys(secrets).length === 0) return null;
  const isSame = secrets.url === old.url && secrets.signing_secret === old.signing_secret;
  if (isSame && before !== null) return before.sealedTarget;
  if (box === null) {
    throw invalid('target_value', 'This server has no key for secrets (EXPORT_SECRETS_KEY).');
  }
  return box.seal(JSON.stringify(secrets), subscriptionTargetContext(projectId));
}

function openSecrets(
  projectId: number,
  { sealedTarget }: Subscription,
  box: SealedBox | null,
): TargetSecrets {
  if (sealedTarget === null) return {};
  if (box === null) {
    throw invalid('target_value', 'This server has no key for secrets (EXPORT_SECRETS_KEY).');
  }
  try {
    return JSON.parse(
      box.open(sealedTarget, subscriptionTargetContext(projectId)),
    ) as TargetSecrets;
  } catch {
    throw invalid('target_value', 'The target was encrypted with another key: send it again.');
  }
}

function invalid(attr: string, detail: string) {
  return validationError('invalid_input', detail, attr);
}
