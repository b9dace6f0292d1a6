import type { ReactNode } from 'react';
import { createContext, use } from 'react';
import { classNames } from '../class-names';
import styles from './entry-page.module.css';
import { usePageTitle } from '../page-title/use-page-title';

const IsOverPage = createContext(false);

/** The entry page inside is shown over another page, which keeps its title and its `main` element. */
export function OverPage({ children }: { readonly children: ReactNode }) {
  return <IsOverPage value>{children}</IsOverPage>;
}

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
  const isOverPage = use(IsOverPage);
  usePageTitle(isOverPage ? null : title);
  const Root = isOverPage ? 'div' : 'main';
  return (
    <Root className={styles.page}>
      <p className={styles.brand}>
        <img src="/console/favicon.svg" alt="" width={24} height={24} />
        Tidemark
      </p>
      <div className={classNames(styles.card, isWide && styles.wide)}>
        <h1>{title}</h1>
        {children}
      </div>
    </Root>
  );
}
