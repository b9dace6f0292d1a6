import { timestampText } from '../../queries/time-text';
import { usePaperTime } from './paper';
import styles from './paper.module.css';

/** The line below the title of a picture or print: range, filters, and the time at which it was made. */
export function PaperFacts(props: { readonly zone: string; readonly facts: readonly string[] }) {
  const time = usePaperTime();
  if (time === null) return null;
  const made = `created ${timestampText(time, props.zone)} (${props.zone})`;
  return <p className={styles.facts}>{[...props.facts, made].join(' · ')}</p>;
}
