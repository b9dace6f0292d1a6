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
  /** The present choice, or what the button does. */
  readonly text: string;
  readonly icon?: IconName;
  /** The button takes the whole width. */
  readonly fills?: boolean;
  /** The choices; `close` is called when one is taken. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a searchable list. */
export function Picker({ label, text, icon, fills = false, children }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Ariakit.PopoverProvider open={isOpen} setOpen={setOpen} placement="bottom-start">
      <Ariakit.PopoverDisclosure
        className={classNames(button.button, styles.button, fills && styles.fills)}
        aria-label={`${label}: ${text}`}
        title={text}
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
