import type { ReactNode } from 'react';
import styles from './badge.module.css';

type Tone = 'plain' | 'accent' | 'success' | 'warning' | 'danger';

/** A word on a coloured background. The colour only repeats the meaning of the word. */
export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
