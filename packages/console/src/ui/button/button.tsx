import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names';
import { Icon } from '../icon/icon';
import type { IconName } from '../icon/icon-names';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** Shows that the command is in progress, and ignores clicks. The button keeps the focus. */
  readonly busy?: boolean;
  /** The reason why the button is disabled, for example a scope that the role lacks; null enables it. */
  readonly blockedBy?: string | null;
  readonly children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { kind = 'plain', icon, busy = false, blockedBy = null, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[kind], rest.className)}
      disabled={rest.disabled === true || blockedBy !== null}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // A submit button must not submit its form again.
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      title={blockedBy ?? rest.title}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName;
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly pressed?: boolean;
}

export function IconButton({ icon, label, pressed, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.iconButton, rest.className)}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
