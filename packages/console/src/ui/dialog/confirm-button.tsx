import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../button/button';
import type { IconName } from '../icon/icon-names';
import { Dialog } from './dialog';

/** A button whose command must be confirmed in a dialog. Errors of the command appear as toasts. */
export function ConfirmButton(props: {
  /** The accessible name of the button, and the text of the button that confirms. */
  readonly label: string;
  /** The text of the button; by default the label. */
  readonly text?: string;
  readonly icon?: IconName;
  readonly blockedBy?: string | null;
  /** The question in the dialog. */
  readonly title: string;
  readonly onConfirm: () => Promise<unknown>;
  /** The text of the dialog: the consequences of the command. */
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
        aria-haspopup="dialog"
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
              <Button onClick={() => setAsking(false)}>Cancel</Button>
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
