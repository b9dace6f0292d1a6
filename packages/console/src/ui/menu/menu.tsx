import * as Ariakit from '@ariakit/react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Icon } from '../icon/icon';
import type { IconName } from '../icon/icon-names';
import button from '../button/button.module.css';
import styles from './menu.module.css';

interface MenuProps {
  /** The accessible name of the button; also its text unless `trigger` is given. */
  readonly label: string;
  readonly trigger?: ReactNode;
  /** Whether the button is only an icon that indicates a menu, so that no arrow is shown. */
  readonly isCompact?: boolean;
  readonly children: ReactNode;
}

/** A button that opens a menu of commands. */
export function Menu({ label, trigger, isCompact = false, children }: MenuProps) {
  const menu = Ariakit.useMenuStore({ placement: 'bottom-start' });
  /** Tab goes on from the button, because the menu is at the end of the document. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return;
    menu.getState().disclosureElement?.focus();
    menu.hide();
  };
  return (
    <Ariakit.MenuProvider store={menu}>
      <Ariakit.MenuButton
        className={isCompact ? button.iconButton : `${button.button} ${button.quiet}`}
        aria-label={trigger === undefined ? undefined : label}
      >
        {trigger ?? label}
        {!isCompact && <Icon name="chevron-down" />}
      </Ariakit.MenuButton>
      <Ariakit.Menu
        className={styles.menu}
        gutter={4}
        portal
        // It would add focusable elements that are hidden from screen readers.
        preserveTabOrder={false}
        onKeyDown={onKeyDown}
      >
        {children}
      </Ariakit.Menu>
    </Ariakit.MenuProvider>
  );
}

interface MenuItemProps {
  readonly icon?: IconName;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ icon, onClick, disabled, children }: MenuItemProps) {
  return (
    <Ariakit.MenuItem className={styles.item} onClick={onClick} disabled={disabled}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Ariakit.MenuItem>
  );
}
