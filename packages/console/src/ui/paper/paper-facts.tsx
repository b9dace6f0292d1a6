import { useMemo } from 'react';
import { timestampText } from '../../queries/time-text';
import { usePaper } from './paper';
import styles from './paper.module.css';

/** What a picture or a print says beside its title: what it is about, and when it was made. */
export function PaperFacts(props: { readonly zone: string; readonly facts: readonly string[] }) {
  const isOnPaper = usePaper();
  // The time at which the page was last drawn for paper.
  const time = useMemo(() => (isOnPaper ? new Date().toISOString() : null), [isOnPaper]);
  if (time === null) return null;
  const made = `made ${timestampText(time, props.zone)} (${props.zone})`;
  return <p className={styles.facts}>{[...props.facts, made].join(' · ')}</p>;
}
