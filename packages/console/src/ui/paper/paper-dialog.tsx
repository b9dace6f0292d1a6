import { useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../api/api-error';
import { Button } from '../button/button';
import { Dialog } from '../dialog/dialog';
import { toast } from '../toast/toasts';
import { beginPaper } from './paper';
import { pictureOf } from './picture';
import { whenSettled } from './settled';
import styles from './paper.module.css';

/** The time for which a picture is kept in memory, so that the browser can save it. */
const DOWNLOAD_MS = 60_000;

/** A request for a picture or a print of a part of the page. */
export interface PaperJob {
  readonly form: 'picture' | 'print';
  readonly element: HTMLElement;
  /** The name of the file, without its extension. */
  readonly name: string;
}

/**
 * Waits until the content of the element is complete, then downloads it as a PNG or opens the print dialog of the
 * browser.
 */
export default function PaperDialog(props: {
  readonly job: PaperJob;
  readonly onClose: () => void;
}) {
  const { job, onClose } = props;
  const [unfinished, setUnfinished] = useState(0);
  // Hides the dialog while the page is printed; otherwise it would be on the first page.
  const [isPrinting, setPrinting] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const stop = new AbortController();
    const end = beginPaper(job.form);
    whenSettled(job.element, stop.signal, setUnfinished)
      .then(async () => {
        if (job.form === 'picture') return download(job, stop.signal);
        setPrinting(true);
        await nextFrame();
        window.print();
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) toast('danger', messageOf(error));
      })
      .finally(() => {
        end();
        if (!stop.signal.aborted) close();
      });
    return () => {
      stop.abort();
      end();
    };
  }, [job]);
  return (
    <Dialog
      title={job.form === 'picture' ? 'Creating the picture' : 'Preparing the pages'}
      isOpen={!isPrinting}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <progress className={styles.progress} aria-label="Progress" />
      <p role="status">
        {unfinished === 0 ? 'All parts are ready.' : `Still computed: ${unfinished}.`}
      </p>
    </Dialog>
  );
}

async function download({ element, name }: PaperJob, signal: AbortSignal): Promise<void> {
  const url = URL.createObjectURL(await pictureOf(element));
  if (!signal.aborted) {
    const link = document.createElement('a');
    link.href = url;
    link.download = `${fileName(name)}.png`;
    link.click();
  }
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}

/** Waits until the browser has drawn the changes. */
function nextFrame(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** The name without characters that file systems forbid. */
function fileName(name: string): string {
  return (
    name
      .replace(/[\s\p{Cc}"*/:<>?\\|]+/gu, ' ')
      .trim()
      .slice(0, 100) || 'Tidemark'
  );
}
