import { useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog';
import { Checkbox } from '../../ui/field/field';
import { SCREENS } from '../screens';
import { setSingleKeys, singleKeysAreOn } from './single-keys';
import styles from './palette.module.css';

const COMMON = [
  ['Ctrl K', 'Search screens, items and commands'],
  ['/', 'Go to the filter of a list'],
  ['j, k', 'Next and previous row'],
  ['Ctrl Enter', 'Run'],
  ['Ctrl S', 'Save'],
  ['?', 'Show this list'],
] as const;

/** A list of all keys, and the switch for the keys without Ctrl. */
export function KeyHelp(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [areOn, setAreOn] = useState(singleKeysAreOn);
  const screens = SCREENS.flatMap(({ nav }) =>
    nav === undefined ? [] : [[`g ${nav.key}`, nav.label] as const],
  );
  return (
    <Dialog title="Keyboard shortcuts" isOpen={props.isOpen} onClose={props.onClose}>
      <dl className={styles.keys}>
        {[...COMMON, ...screens].map(([keys, text]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Use keyboard shortcuts without Ctrl"
        checked={areOn}
        onChange={(checked) => {
          setSingleKeys(checked);
          setAreOn(checked);
        }}
      />
    </Dialog>
  );
}
