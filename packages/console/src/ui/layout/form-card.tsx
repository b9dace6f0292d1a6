import type { ReactNode } from 'react';
import { messageOf } from '../../api/api-error';
import { Notice } from '../state/states';
import styles from './form-card.module.css';
import { Card } from './page';

/** A card with a form of two fields and a button. The error of the last request is shown below. */
export function FormCard(props: {
  readonly title: string;
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  const { title, error, onSubmit, children } = props;
  return (
    <Card title={title}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
      {error !== null && <Notice kind="danger">{messageOf(error)}</Notice>}
    </Card>
  );
}
