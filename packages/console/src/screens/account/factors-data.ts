import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import { loadWebAuthn } from '../../session/passkeys';

const readFactors = (signal?: AbortSignal) => call(api.GET('/api/users/@me/factors/', { signal }));

export type OwnFactors = Awaited<ReturnType<typeof readFactors>>;
export type OwnPasskey = OwnFactors['passkeys'][number];

export const factorsQuery = queryOptions({
  queryKey: ['own-factors'],
  queryFn: ({ signal }) => readFactors(signal),
});

/** The password and code that a user entered to confirm a change of their factors. */
export interface Proof {
  /** Missing for accounts without a password. */
  readonly current_password?: string;
  readonly code: string;
  readonly name: string;
}

/** New recovery codes; null if the earlier codes stay valid. */
type NewCodes = Promise<readonly string[] | null>;

export function beginTotp() {
  return call(api.POST('/api/users/@me/totp/'));
}

export async function confirmTotp({ code, current_password }: Proof): NewCodes {
  const body = { code, current_password };
  return (await call(api.POST('/api/users/@me/totp/confirm/', { body }))).recovery_codes;
}

export async function disableTotp({ code, current_password }: Proof): NewCodes {
  await call(api.POST('/api/users/@me/totp/disable/', { body: { code, current_password } }));
  return null;
}

export async function replaceCodes({ current_password }: Proof): NewCodes {
  const body = { current_password };
  return (await call(api.POST('/api/users/@me/recovery_codes/', { body }))).recovery_codes;
}

export async function addPasskey({ name, current_password }: Proof): NewCodes {
  const begun = await call(
    api.POST('/api/users/@me/passkeys/begin/', { body: { current_password } }),
  );
  const { startRegistration } = await loadWebAuthn();
  const optionsJSON = begun.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON });
  const body = { name, response: { ...response } };
  return (await call(api.POST('/api/users/@me/passkeys/', { body }))).recovery_codes;
}

export function removePasskey(id: string) {
  return async ({ current_password }: Proof): NewCodes => {
    await call(
      api.POST('/api/users/@me/passkeys/{id}/remove/', {
        params: { path: { id } },
        body: { current_password },
      }),
    );
    return null;
  };
}
