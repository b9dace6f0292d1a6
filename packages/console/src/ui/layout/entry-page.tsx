import type { ReactNode } from 'react';
import { useEffect } from 'react';
import styles from './entry-page.module.css';

/** A page without a session: a name and one form. */
export function EntryPage({
  title,
  children,
}: {
  readonly title: string;
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
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
