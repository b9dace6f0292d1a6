import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';

const readAccounts = (signal?: AbortSignal) =>
  call(api.GET('/api/users/@me/provider_accounts/', { signal }));

export type LinkedAccount = Awaited<ReturnType<typeof readAccounts>>[number];

export const linkedAccountsQuery = queryOptions({
  queryKey: ['own-linked-accounts'],
  queryFn: ({ signal }) => readAccounts(signal),
});

/** @throws ApiError 400, 403 */
export function unlinkAccount(
  { issuer, subject }: LinkedAccount,
  currentPassword: string | undefined,
): Promise<unknown> {
  const body = { issuer, subject, current_password: currentPassword };
  return call(api.POST('/api/users/@me/provider_accounts/unlink/', { body }));
}
