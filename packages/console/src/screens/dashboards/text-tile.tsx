import { useState } from 'react';
import { textBlocks } from '../../queries/dashboard/text-blocks';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { TextArea } from '../../ui/field/field';
import { SafeLink } from '../../ui/json/safe-link';
import { MenuItem } from '../../ui/menu/menu';
import type { TilePlace } from './tile-frame';
import { TileFrame } from './tile-frame';
import styles from './dashboards.module.css';

interface TextTileProps {
  readonly body: string;
  readonly place: TilePlace | null;
  readonly onSave: (body: string) => Promise<unknown>;
}

/** A tile with a text. */
export function TextTile({ body, place, onSave }: TextTileProps) {
  const [isEditing, setEditing] = useState(false);
  const name = nameOf(body);
  return (
    <section className={`${styles.tile} ${styles.textTile}`} aria-label={name}>
      <TileFrame
        name={name}
        title={<span className={styles.hiddenTitle}>{name}</span>}
        place={place}
        commands={
          place === null ? undefined : (
            <MenuItem icon="pencil" onClick={() => setEditing(true)}>
              Change the text
            </MenuItem>
          )
        }
      >
        <Blocks body={body} />
      </TileFrame>
      {isEditing && (
        <TextDialog
          body={body}
          onClose={() => setEditing(false)}
          onSave={async (next) => {
            await onSave(next);
            setEditing(false);
          }}
        />
      )}
    </section>
  );
}

/** A dialog that edits a text. The typed text is kept if saving fails. */
export function TextDialog(props: {
  /** The text to edit; null creates a new one. */
  readonly body: string | null;
  readonly onClose: () => void;
  readonly onSave: (body: string) => Promise<unknown>;
}) {
  const { body, onClose, onSave } = props;
  const [text, setText] = useState(body ?? '');
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await onSave(text);
    } catch {
      // The mutation shows the error; the dialog stays open with the text.
      setSaving(false);
    }
  };
  return (
    <Dialog
      title={body === null ? 'Add a text' : 'Change the text'}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={isSaving}
            disabled={text.trim() === ''}
            onClick={() => void save()}
          >
            {body === null ? 'Add it' : 'Save the text'}
          </Button>
        </>
      }
    >
      <TextArea
        label="Text"
        hint="A line that begins with # is a heading, one with - an entry of a list."
        rows={8}
        maxLength={4_000}
        data-autofocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}

function Blocks({ body }: { readonly body: string }) {
  return (
    <div className={styles.blocks}>
      {textBlocks(body).map((block, index) => {
        if (block.kind === 'list') {
          return (
            <ul key={index}>
              {block.items.map((words, item) => (
                <li key={item}>
                  <Words words={words} />
                </li>
              ))}
            </ul>
          );
        }
        const Tag = block.kind === 'heading' ? 'h3' : 'p';
        return (
          <Tag key={index}>
            <Words words={block.words} />
          </Tag>
        );
      })}
    </div>
  );
}

function Words({ words }: { readonly words: readonly string[] }) {
  return (
    <>
      {words.map((text, index) => (
        <SafeLink key={index} text={text} />
      ))}
    </>
  );
}

const SHOWN = 40;

function nameOf(body: string): string {
  const [line = ''] = body.trim().split('\n');
  const text = line.replace(/^(#{1,6}|[-*])\s+/, '');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text || 'Text';
}
