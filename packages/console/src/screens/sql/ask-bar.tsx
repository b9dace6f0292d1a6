import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import { lineDiff } from '../../queries/sql/line-diff';
import { Button, IconButton } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { Notice } from '../../ui/state/states';
import styles from './ask-bar.module.css';

interface AskBarProps {
  readonly projectId: number;
  /** Returns the statement at the cursor, which the draft may be based on. */
  readonly current: () => string;
  readonly onAccept: (sql: string) => void;
  readonly onClose: () => void;
}

/** Drafts a statement for a question in English, and shows it as a difference. Nothing is run automatically. */
export function AskBar({ projectId, current, onAccept, onClose }: AskBarProps) {
  const [prompt, setPrompt] = useState('');
  const draft = useMutation({
    meta: { showsOwnError: true },
    mutationFn: async () => {
      const before = current();
      const search = new URLSearchParams({ prompt });
      if (before !== '') search.set('current_query', before);
      const path = `/api/projects/${projectId}/query/draft_sql/?${search.toString()}`;
      const { sql } = await request<{ sql: string }>('GET', path);
      return { before, sql };
    },
  });
  return (
    <section className={styles.ask} aria-label="Ask in English">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          draft.mutate();
        }}
      >
        <TextField
          label="Question in English"
          labelHidden
          autoFocus
          maxLength={400}
          placeholder="For example: page views by browser last month"
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
        />
        <Button kind="primary" type="submit" busy={draft.isPending} disabled={prompt.trim() === ''}>
          Draft SQL
        </Button>
        <IconButton icon="x" label="Close the question" onClick={onClose} />
      </form>
      {draft.error !== null && <Notice kind="danger">{messageOf(draft.error)}</Notice>}
      {draft.data !== undefined && (
        <>
          <Difference before={draft.data.before} after={draft.data.sql} />
          <div className={styles.actions}>
            <Button
              kind="primary"
              icon="check"
              onClick={() => {
                onAccept(draft.data.sql);
                onClose();
              }}
            >
              Accept
            </Button>
            <Button icon="x" onClick={() => draft.reset()}>
              Discard
            </Button>
            <span>Accept inserts it into the editor without running it.</span>
          </div>
        </>
      )}
    </section>
  );
}

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = before === '' ? after.split('\n').map(addedLine) : lineDiff(before, after);
  const signs = { added: '+', removed: '−', same: ' ' } as const;
  const words = { added: 'added: ', removed: 'removed: ', same: '' } as const;
  return (
    <ol className={styles.lines} aria-label="Proposed change">
      {lines.map(({ change, text }, index) => (
        <li key={index} data-change={change}>
          <span aria-hidden="true">{signs[change]}</span>
          <span className={styles.hidden}>{words[change]}</span>
          <code>{text}</code>
        </li>
      ))}
    </ol>
  );
}

function addedLine(text: string) {
  return { change: 'added', text } as const;
}
