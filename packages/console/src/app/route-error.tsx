import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { serverReturned } from '../api/availability';
import { isMissingFile, mayComeFromOutage, reloadIfReachable } from '../api/reload';
import { ErrorState } from '../ui/state/states';

interface RouteErrorProps {
  readonly error: unknown;
  /** Another next step than to retry. */
  readonly action?: ReactNode;
}

/** The error of a route, shown instead of its screen. It retries when the server responds again after an outage. */
export function RouteError({ error, action }: RouteErrorProps) {
  const router = useRouter();
  useEffect(() => {
    if (!mayComeFromOutage(error)) return undefined;
    return serverReturned.listen(() => retry(error, router, false));
  }, [error, router]);
  return (
    <ErrorState isPage error={error} onRetry={() => retry(error, router, true)} action={action} />
  );
}

function retry(error: unknown, router: { invalidate(): Promise<void> }, isAsked: boolean): void {
  // The router does not load a file again.
  void (isMissingFile(error) ? reloadIfReachable(isAsked) : router.invalidate());
}
