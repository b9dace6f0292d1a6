import type { CellType } from '../../queries/grid/cell-text';
import { copyText, structureOf } from '../../queries/grid/cell-text';
import { Dialog } from '../dialog/dialog';
import { JsonTree } from '../json/json-tree';
import { SafeLink } from '../json/safe-link';
import { CopyButton } from '../text/code-block';
import styles from './grid.module.css';

export interface UnfoldedValue {
  readonly label: string;
  readonly value: unknown;
  readonly type: CellType;
}

/** A dialog with the whole value of a cell: JSON as a tree, other values as text. */
export function ValueDialog(props: {
  readonly unfolded: UnfoldedValue | null;
  readonly onClose: () => void;
}) {
  const { unfolded, onClose } = props;
  if (unfolded === null) return null;
  const { label, value, type } = unfolded;
  const structure = structureOf(value, type);
  const text = structure === undefined ? copyText(value) : JSON.stringify(structure, null, 2);
  return (
    <Dialog
      title={label}
      isOpen
      onClose={onClose}
      actions={<CopyButton text={text} label={`Copy ${label}`} />}
    >
      {structure === undefined ? (
        <p className={styles.whole}>
          <SafeLink text={text} />
        </p>
      ) : (
        <JsonTree value={structure} />
      )}
    </Dialog>
  );
}
