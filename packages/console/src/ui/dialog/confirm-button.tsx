import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../button/button';
import type { IconName } from '../icon/icon-names';
import { Dialog } from './dialog';

/** A command that is done after it was asked for once more. Its error is shown by the application. */
export function ConfirmButton(props: {
  /** The accessible name, and the text of the button that does it. */
  readonly label: string;
  /** The text of the button that asks; the label when absent. */
  readonly text?: string;
  readonly icon?: IconName;
  readonly blockedBy?: string | null;
  /** The question. */
  readonly title: string;
  readonly onConfirm: () => Promise<unknown>;
  /** What follows from it. */
  readonly children: ReactNode;
}) {
  const { label, text, icon = 'trash-2', blockedBy, title, onConfirm, children } = props;
  const [isAsking, setAsking] = useState(false);
  const run = useMutation({ mutationFn: onConfirm, onSettled: () => setAsking(false) });
  return (
    <>
      <Button
        kind="quiet"
        icon={icon}
        aria-label={text === undefined ? undefined : label}
        blockedBy={blockedBy}
        onClick={() => setAsking(true)}
      >
        {text ?? label}
      </Button>
      {isAsking && (
        <Dialog
          title={title}
          isOpen
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Keep it</Button>
              <Button kind="danger" busy={run.isPending} onClick={() => run.mutate()}>
                {label}
              </Button>
            </>
          }
        >
          <p>{children}</p>
        </Dialog>
      )}
    </>
  );
}
