import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import type { PaperJob } from './paper-dialog';

// Loaded with the first picture or print.
const PaperDialog = lazy(() => import('./paper-dialog'));

/** Starts a picture or a print; `dialog` is rendered beside the page. */
export function usePaperJob(): {
  readonly begin: (
    job: Omit<PaperJob, 'element'> & { readonly element: HTMLElement | null },
  ) => void;
  readonly dialog: ReactNode;
} {
  const [job, setJob] = useState<PaperJob | null>(null);
  return {
    begin: ({ element, ...rest }) => {
      if (element !== null) setJob({ ...rest, element });
    },
    dialog: job !== null && (
      <Suspense fallback={null}>
        <PaperDialog job={job} onClose={() => setJob(null)} />
      </Suspense>
    ),
  };
}
