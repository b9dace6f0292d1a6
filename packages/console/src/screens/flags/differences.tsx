import type { Difference } from '../../queries/flags/flag-words';
import styles from './flags.module.css';

/** A table of the changed parts, with the value of each before and after the change. */
export function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <table className={`${styles.table} ${styles.differences}`}>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ part, before, after }) => (
          <tr key={part}>
            <th scope="row">{part}</th>
            <td className={styles.removed}>{before === '' ? '(none)' : before}</td>
            <td className={styles.added}>{after === '' ? '(none)' : after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
