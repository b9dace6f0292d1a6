import type { ReactNode, Ref } from 'react';
import { useEffect } from 'react';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Shown instead of the title's text, for example an editable name. */
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  /** The content fills the height and scrolls itself, as a grid does. */
  readonly fills?: boolean;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A screen: its heading, its actions and its content. Also names the browser's tab. */
export function Page({ title, heading, actions, fills = false, ref, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Tidemark`;
  }, [title]);
  return (
    <div ref={ref} className={fills ? `${styles.page} ${styles.fills}` : styles.page}>
      <header className={styles.header}>
        {heading ?? <h1>{title}</h1>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A framed part of a screen. */
export function Card(props: {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, actions, children } = props;
  return (
    <section className={styles.card}>
      {title !== undefined && (
        <header className={styles.cardHeader}>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

/** Controls in a line that wraps. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** Parts one below the other. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
