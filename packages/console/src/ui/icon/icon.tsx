import spriteUrl from 'virtual:icon-sprite';
import type { IconName } from './icon-names';
import styles from './icon.module.css';

/** An icon of the sprite. Decoration: the control that holds it carries the name. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className={styles.icon} width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
