import * as Ariakit from '@ariakit/react';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /**
   * The id of the selected tab, if the caller stores it, for example in the URL. It requires `onSelect`. An id without a
   * tab, as in an older link, selects the first one.
   */
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
}

/** Tabs, of which one is shown at a time. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const first = tabs[0]?.id;
  return (
    <Ariakit.TabProvider
      selectedId={
        selected === undefined || tabs.some(({ id }) => id === selected) ? selected : first
      }
      defaultSelectedId={first}
      setSelectedId={(id) => {
        if (typeof id === 'string') onSelect?.(id);
      }}
    >
      <Ariakit.TabList aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Ariakit.Tab key={tab.id} id={tab.id} className={styles.tab}>
            {tab.label}
          </Ariakit.Tab>
        ))}
      </Ariakit.TabList>
      {tabs.map((tab) => (
        <Ariakit.TabPanel key={tab.id} tabId={tab.id} unmountOnHide className={styles.panel}>
          {tab.content}
        </Ariakit.TabPanel>
      ))}
    </Ariakit.TabProvider>
  );
}
