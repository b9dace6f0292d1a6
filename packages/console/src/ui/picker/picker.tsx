import * as Ariakit from '@ariakit/react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { classNames } from '../class-names';
import button from '../button/button.module.css';
import { Icon } from '../icon/icon';
import type { IconName } from '../icon/icon-names';
import styles from './picker.module.css';

interface PickerProps {
  /** A description of the choice for screen readers. */
  readonly label: string;
  /** The text of the button: the current choice, or the purpose of the button. */
  readonly text: string;
  readonly icon?: IconName;
  /** Whether the button has the full width. */
  readonly fills?: boolean;
  readonly disabled?: boolean;
  /** The id of a note about the choice. */
  readonly describedBy?: string;
  /** The content of the list. Call `close` when the user has chosen. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a searchable list. */
export function Picker(props: PickerProps) {
  const { label, text, icon, fills = false, disabled, describedBy, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Ariakit.PopoverProvider open={isOpen} setOpen={setOpen} placement="bottom-start">
      <Ariakit.PopoverDisclosure
        className={classNames(button.button, styles.button, fills && styles.fills)}
        aria-label={`${label}: ${text}`}
        aria-describedby={describedBy}
        title={text}
        disabled={disabled}
      >
        {icon !== undefined && <Icon name={icon} />}
        <span className={styles.text}>{text}</span>
        <Icon name="chevron-down" />
      </Ariakit.PopoverDisclosure>
      <Ariakit.Popover
        className={styles.popover}
        aria-label={label}
        gutter={4}
        portal
        unmountOnHide
      >
        {children(() => setOpen(false))}
      </Ariakit.Popover>
    </Ariakit.PopoverProvider>
  );
}
