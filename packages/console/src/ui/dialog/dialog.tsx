import * as Ariakit from '@ariakit/react';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Icon } from '../icon/icon';
import button from '../button/button.module.css';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** A drawer opens at the side, and the page stays usable; a modal dialog blocks the page. */
  readonly place?: 'modal' | 'drawer';
  readonly children: ReactNode;
  /** The buttons below the content. */
  readonly actions?: ReactNode;
}

/**
 * A modal dialog, or a drawer at the right edge. Escape closes it, and the previous element gets the focus again. A click
 * beside a modal dialog also closes it, unless the user has typed something that would be lost.
 */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, place = 'modal', children, actions } = props;
  const isModal = place === 'modal';
  const isTyped = useRef(false);
  useEffect(() => {
    isTyped.current = false;
  }, [isOpen]);
  return (
    <Ariakit.Dialog
      open={isOpen}
      onClose={onClose}
      modal={isModal}
      portal
      unmountOnHide
      hideOnInteractOutside={() => isModal && !isTyped.current}
      onInput={(event) => {
        isTyped.current ||= isEntry(event.target);
      }}
      backdrop={isModal ? <div className={styles.backdrop} /> : false}
      className={isModal ? styles.modal : styles.drawer}
    >
      <div className={styles.header}>
        <Ariakit.DialogHeading className={styles.title}>{title}</Ariakit.DialogHeading>
        <Ariakit.DialogDismiss className={button.iconButton} aria-label="Close" title="Close">
          <Icon name="x" />
        </Ariakit.DialogDismiss>
      </div>
      <div className={styles.content}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Ariakit.Dialog>
  );
}

/** Whether a text of this element is entered data, and not only a search. */
function isEntry(target: EventTarget): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== 'search';
}
