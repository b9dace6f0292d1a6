import type { ReactNode } from 'react';
import { lazy, useState } from 'react';
import { Lazily } from '../state/lazily';
import type { PaperJob } from './paper-dialog';

// Loaded when the first picture or print is made.
const PaperDialog = lazy(() => import('./paper-dialog'));

/** Makes a picture or a print. Callers must render `dialog`. */
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
      <Lazily>
        <PaperDialog job={job} onClose={() => setJob(null)} />
      </Lazily>
    ),
  };
}
