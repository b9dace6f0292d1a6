import { lazy } from 'react';
import type { Experiment, Metric } from '../../queries/experiments/experiment';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import { Loading } from '../../ui/state/states';
import { Lazily } from '../../ui/state/lazily';
import styles from './experiments.module.css';

// Loaded when the part is opened.
const OverTimePart = lazy(async () => ({
  default: (await import('./over-time-part')).OverTimePart,
}));

interface OverTimeProps {
  readonly experiment: Experiment;
  readonly metric: Metric;
}

/** A part of a metric's card that can be opened: the change by day. The URL says whether it is open. */
export function OverTime({ experiment, metric }: OverTimeProps) {
  const change = useChangeSearch();
  const { uuid, fingerprint } = metric;
  const parameter = `days-${uuid ?? ''}`;
  const isOpen = useSearchParameter(parameter) !== undefined;
  if (typeof uuid !== 'string' || typeof fingerprint !== 'string') return null;
  return (
    <details
      className={styles.help}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) change({ [parameter]: open ? 'open' : undefined });
      }}
    >
      <summary>Change over time</summary>
      {isOpen && (
        <Lazily fallback={<Loading />}>
          <OverTimePart experiment={experiment} metric={{ ...metric, uuid, fingerprint }} />
        </Lazily>
      )}
    </details>
  );
}
