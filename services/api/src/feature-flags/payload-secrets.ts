import type { FeatureFlagWrite } from '@tidemark/contracts';
import { REDACTED_PAYLOAD } from '@tidemark/contracts';
import type { SealedBox } from '@tidemark/platform';
import { createSealedBox, flagPayloadContext, validationError } from '@tidemark/platform';
import type { FeatureFlag, FeatureFlagFields } from '@tidemark/postgres';
import type { ApiConfig } from '../config';

type Filters = FeatureFlagFields['filters'];

/** Payloads that are kept encrypted: they leave the store for those who manage flags only. */
export interface PayloadSecrets {
  /** @throws ApiError 400 if encryption is requested and no key is configured */
  requireKey(body: FeatureFlagWrite): void;
  /** The filters with their payloads encrypted. */
  seal(projectId: number, filters: Filters): Filters;
  /** The flag with its payloads in the clear. @throws ApiError 400 when they cannot be read */
  open(flag: FeatureFlag): FeatureFlag;
  /** The same for readers: payloads that cannot be read are reported as a marker. */
  show(flag: FeatureFlag): FeatureFlag;
}

/** With the key that the operator has given, if there is one. */
export function openPayloadSecrets({
  FLAG_SECRETS_KEY: key,
}: Pick<ApiConfig, 'FLAG_SECRETS_KEY'>): PayloadSecrets {
  return createPayloadSecrets(key === undefined ? null : createSealedBox(key));
}

/** @param box null when the operator has given no key */
export function createPayloadSecrets(box: SealedBox | null): PayloadSecrets {
  const opened = (flag: FeatureFlag, onFailure: () => string): FeatureFlag => {
    if (!flag.hasEncryptedPayloads) return flag;
    const read = (text: string): string => {
      try {
        return box?.open(text, flagPayloadContext(flag.projectId)) ?? onFailure();
      } catch {
        // Encrypted with another key, or not encrypted: the caller decides about the result.
        return onFailure();
      }
    };
    return { ...flag, filters: withPayloads(flag.filters, read) };
  };
  return {
    requireKey(body) {
      if (body.has_encrypted_payloads === true && box === null) {
        throw rejection('Encrypted payloads are not supported: FLAG_SECRETS_KEY is not set.');
      }
    },
    seal(projectId, filters) {
      if (box === null) throw rejection('Encrypted payloads need FLAG_SECRETS_KEY.');
      return withPayloads(filters, (text) => box.seal(text, flagPayloadContext(projectId)));
    },
    open: (flag) =>
      opened(flag, () => {
        throw rejection('The encrypted payloads cannot be read with this FLAG_SECRETS_KEY.');
      }),
    show: (flag) => opened(flag, () => REDACTED_PAYLOAD),
  };
}

/** The same filters, with `change` applied to the texts among their payloads. */
export function withPayloads(filters: Filters, change: (payload: string) => string): Filters {
  const { payloads } = filters;
  if (typeof payloads !== 'object' || payloads === null) return filters;
  const changed = Object.entries(payloads).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === 'string' ? change(value) : value,
  ]);
  return { ...filters, payloads: Object.fromEntries(changed) as object };
}

function rejection(detail: string): Error {
  return validationError('invalid_input', detail, 'has_encrypted_payloads');
}
