import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isServerReachable, requestFailed, serverReturned } from '../../api/availability';
import { mayComeFromOutage } from '../../api/reload';
import { Notice } from '../../ui/state/states';
import styles from './outage-notice.module.css';

/** The interval between two attempts to reach the server. */
const ATTEMPT_EVERY_MS = 2_000;

/**
 * Says that the server is unavailable, from a failed request until the server responds again. Then it loads what had
 * failed.
 */
export function OutageNotice() {
  const client = useQueryClient();
  const [isOutage, setOutage] = useState(false);
  useEffect(() => {
    let isWatching = false;
    let isMounted = true;
    const watch = async (): Promise<void> => {
      if (isWatching) return;
      isWatching = true;
      let isFound = false;
      while (isMounted && !(await isServerReachable())) {
        isFound = true;
        setOutage(true);
        await new Promise((resolve) => setTimeout(resolve, ATTEMPT_EVERY_MS));
      }
      isWatching = false;
      // A request may also fail alone, for example because its store is unavailable. That is no outage.
      if (!isFound || !isMounted) return;
      setOutage(false);
      void client.refetchQueries({ predicate: ({ state }) => mayComeFromOutage(state.error) });
      serverReturned.announce();
    };
    const stop = requestFailed.listen(() => void watch());
    return () => {
      isMounted = false;
      stop();
    };
  }, [client]);
  if (!isOutage) return null;
  return (
    <div className={styles.outage}>
      <Notice kind="warning">
        The server is unavailable. This page tries again by itself; what you have typed stays.
      </Notice>
    </div>
  );
}
