import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { ErrorBoundary } from './error-boundary';

/**
 * A part of a screen whose file is loaded when it is shown. If the file is missing, only the part shows the error, so
 * that a form around it keeps what was typed.
 */
export function Lazily(props: {
  readonly children: ReactNode;
  /** What is shown until the file is loaded; by default nothing. */
  readonly fallback?: ReactNode;
}) {
  const { children, fallback = null } = props;
  return (
    <ErrorBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
