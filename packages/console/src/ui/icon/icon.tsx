import spriteUrl from 'virtual:icon-sprite';
import type { IconName } from './icon-names';
import styles from './icon.module.css';

/** An icon of the sprite. It is hidden from screen readers, because its control has a name. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className={styles.icon} width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
