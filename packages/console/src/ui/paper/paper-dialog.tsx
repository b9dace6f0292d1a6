import { useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../api/api-error';
import { Button } from '../button/button';
import { Dialog } from '../dialog/dialog';
import { toast } from '../toast/toasts';
import { beginPaper } from './paper';
import { pictureOf } from './picture';
import { whenSettled } from './settled';
import styles from './paper.module.css';

/** How long the bytes of a picture are kept for the browser to write them. */
const DOWNLOAD_MS = 60_000;

/** The picture or print of a part of the page. */
export interface PaperJob {
  readonly form: 'picture' | 'print';
  readonly element: HTMLElement;
  /** The name of the file, without its ending. */
  readonly name: string;
}

/** Waits until all of the element is there, then downloads it as a PNG or opens the browser's print dialog. */
export default function PaperDialog(props: {
  readonly job: PaperJob;
  readonly onClose: () => void;
}) {
  const { job, onClose } = props;
  const [unfinished, setUnfinished] = useState(0);
  // Without the dialog, which would be on the first page.
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
      title={job.form === 'picture' ? 'Making the picture' : 'Preparing the pages'}
      isOpen={!isPrinting}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <progress className={styles.progress} aria-label="Progress" />
      <p role="status">
        {unfinished === 0 ? 'All parts are there.' : `Still computed: ${unfinished}.`}
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

/** When what was changed is drawn. */
function nextFrame(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Without what file systems forbid in names. */
function fileName(name: string): string {
  return (
    name
      .replace(/[\s\p{Cc}"*/:<>?\\|]+/gu, ' ')
      .trim()
      .slice(0, 100) || 'Tidemark'
  );
}
