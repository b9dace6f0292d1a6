import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { classNames } from '../class-names';
import styles from './entry-page.module.css';

/** A page for users without a session: a title and a form. */
export function EntryPage({
  title,
  isWide = false,
  children,
}: {
  readonly title: string;
  /** Makes the page wider, for content other than a form. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Tidemark`;
  }, [title]);
  return (
    <main className={styles.page}>
      <p className={styles.brand}>
        <img src="/console/favicon.svg" alt="" width={24} height={24} />
        Tidemark
      </p>
      <div className={classNames(styles.card, isWide && styles.wide)}>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
