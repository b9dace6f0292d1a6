import { useEffect, useState } from 'react';
import { reloadIfReachable, reloadNeeded } from '../../api/reload';
import { Button } from '../../ui/button/button';
import { Notice } from '../../ui/state/states';
import styles from './outage-notice.module.css';

/** Offers to reload the page when a file of it is missing and something was typed. */
export function UpdateNotice() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => reloadNeeded.listen(() => setNeeded(true)), []);
  if (!isNeeded) return null;
  return (
    <div className={styles.outage}>
      <Notice kind="warning">
        Tidemark was updated, and this page is an older version. Save what you have typed, then
        reload.{' '}
        <Button kind="quiet" icon="refresh-cw" onClick={() => void reloadIfReachable(true)}>
          Reload
        </Button>
      </Notice>
    </div>
  );
}
