import type { ReactNode, Ref } from 'react';
import styles from './page.module.css';
import { usePageTitle } from '../page-title/use-page-title';

interface PageProps {
  readonly title: string;
  /** Replaces the text of the title, for example by an editable name. */
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether the content fills the height of the window and scrolls itself, like a grid. */
  readonly fills?: boolean;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** A screen with its heading, buttons and content. The title is also the title of the browser tab. */
export function Page({ title, heading, actions, fills = false, ref, children }: PageProps) {
  usePageTitle(title);
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

/** A part of a screen with a border. */
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

/** Controls in one line, which wraps. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** Elements below each other. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
