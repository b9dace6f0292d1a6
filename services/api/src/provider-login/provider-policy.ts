import type { ProviderRejection } from '@tidemark/postgres';
import type { ProviderPerson } from './login-provider';
import { ProviderError } from './login-provider';

/** The address of a user who may sign in. @throws ProviderError */
export function admittedEmail(
  { email, isEmailVerified }: ProviderPerson,
  allowedDomains: readonly string[],
): string {
  if (email === null) {
    throw new ProviderError('The sign-in provider did not send your email address.');
  }
  if (!isEmailVerified) {
    throw new ProviderError(
      'The sign-in provider has not verified your email address. Verify it there, then try again.',
    );
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (allowedDomains.length > 0 && !allowedDomains.includes(domain)) {
    throw new ProviderError(
      `Addresses of ${domain} may not sign in here. Use your work address, or ask an administrator.`,
    );
  }
  return email;
}

const REJECTIONS: Readonly<Record<ProviderRejection, string>> = {
  unknown: 'There is no account with your email address. Ask an administrator for an invitation.',
  deactivated: 'Your account was deactivated. Ask an administrator.',
  linked_to_another:
    'The account with your email address belongs to somebody else at the sign-in provider. Ask an administrator.',
};

export function providerRejected(rejection: ProviderRejection): ProviderError {
  return new ProviderError(REJECTIONS[rejection]);
}
