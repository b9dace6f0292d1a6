import type { SqlTab } from '../../queries/sql/tabs';
import { IconButton } from '../../ui/button/button';
import { classNames } from '../../ui/class-names';
import styles from './sql.module.css';

interface TabStripProps {
  readonly tabs: readonly SqlTab[];
  readonly activeId: string;
  readonly canReopen: boolean;
  readonly onActivate: (id: string) => void;
  readonly onClose: (id: string) => void;
  readonly onNew: () => void;
  readonly onReopen: () => void;
}

/** The tabs of the project's drafts. */
export function TabStrip(props: TabStripProps) {
  const { tabs, activeId, canReopen, onActivate, onClose, onNew, onReopen } = props;
  return (
    <div className={styles.strip}>
      <ul aria-label="Queries" className={styles.tabs}>
        {tabs.map((tab) => {
          const isActive = tab.id === activeId;
          const name = tab.insight?.name ?? tab.title;
          return (
            <li key={tab.id} className={classNames(styles.tab, isActive && styles.activeTab)}>
              <button
                type="button"
                aria-current={isActive ? 'true' : undefined}
                className={styles.tabName}
                title={tab.text.slice(0, 300)}
                onClick={() => onActivate(tab.id)}
              >
                {name}
              </button>
              <IconButton icon="x" label={`Close ${name}`} onClick={() => onClose(tab.id)} />
            </li>
          );
        })}
      </ul>
      <IconButton icon="plus" label="New query" onClick={onNew} />
      {canReopen && (
        <IconButton icon="history" label="Reopen the query closed last" onClick={onReopen} />
      )}
    </div>
  );
}
