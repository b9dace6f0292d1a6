import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import type { PaperJob } from './paper-dialog';

// Loaded with the first picture or print.
const PaperDialog = lazy(() => import('./paper-dialog'));

/** Begins a picture or a print; `dialog` is rendered beside what it is made of. */
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
