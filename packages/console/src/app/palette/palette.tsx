import * as Ariakit from '@ariakit/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Question } from '../../queries/questions';
import { NEW_INSIGHTS, QUESTIONS } from '../../queries/questions';
import { encodeQueryLink } from '../../queries/query-link';
import { useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Icon } from '../../ui/icon/icon';
import { SCREENS } from '../screens';
import { setTheme } from '../theme/theme';
import { FailedNotice } from '../../ui/state/states';
import type { PaletteEntry } from './palette-entries';
import { matchingEntries } from './palette-entries';
import { thingsQuery } from './things';
import styles from './palette.module.css';

const COMMANDS: readonly PaletteEntry[] = [
  {
    id: 'theme-light',
    group: 'Command',
    label: 'Light theme',
    icon: 'sun',
    run: () => setTheme('light'),
  },
  {
    id: 'theme-dark',
    group: 'Command',
    label: 'Dark theme',
    icon: 'moon',
    run: () => setTheme('dark'),
  },
  {
    id: 'theme-system',
    group: 'Command',
    label: 'Theme of the system',
    icon: 'monitor',
    run: () => setTheme('system'),
  },
];

/** The command palette (Ctrl/⌘ K): finds screens, named items of the project, and commands. */
export function Palette(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { isOpen, onClose } = props;
  const navigate = useProjectNavigate();
  const projectId = useProjectId();
  const [text, setText] = useState('');
  const things = useQuery({ ...thingsQuery(projectId), enabled: isOpen });
  const go = (path: string) => (): void => {
    navigate({ path });
  };
  const screens = SCREENS.flatMap(({ path, nav }): PaletteEntry[] =>
    nav === undefined
      ? []
      : [{ id: path, group: 'Screen', label: nav.label, icon: nav.icon, run: go(path) }],
  );
  const found = (things.data ?? []).map((thing): PaletteEntry => ({
    ...thing,
    run: go(thing.path),
  }));
  const ask = async ({ path, search, query }: Question): Promise<void> => {
    const hash = query === undefined ? undefined : await encodeQueryLink(query);
    navigate({ path, search, hash });
  };
  const asked = (group: string, questions: readonly Question[]): readonly PaletteEntry[] =>
    questions.map((question) => ({
      ...question,
      group,
      label: question.text,
      run: () => void ask(question),
    }));
  const entries = matchingEntries(
    [
      ...screens,
      ...found,
      ...asked('Question', QUESTIONS),
      ...asked('Command', NEW_INSIGHTS),
      ...COMMANDS,
    ],
    text,
  );
  const close = (): void => {
    setText('');
    onClose();
  };
  return (
    <Ariakit.Dialog
      open={isOpen}
      onClose={close}
      unmountOnHide
      backdrop={<div className={styles.backdrop} />}
      className={styles.palette}
      aria-label="Search"
    >
      <Ariakit.ComboboxProvider
        open
        compositeElementInFocusOrder={false}
        resetValueOnHide
        setInputValue={setText}
      >
        <Ariakit.Combobox
          autoSelect="always"
          autoFocus
          className={styles.input}
          placeholder="Screen, insight, flag, question, command…"
          aria-label="Search screens, items and commands"
        />
        <FailedNotice query={things} />
        <Ariakit.ComboboxList alwaysVisible className={styles.list}>
          {entries.map((entry) => (
            <Ariakit.ComboboxItem
              key={`${entry.group} ${entry.id}`}
              className={styles.item}
              hideOnClick={false}
              onClick={() => {
                close();
                entry.run();
              }}
            >
              <Icon name={entry.icon} />
              <span className={styles.label}>{entry.label}</span>
              <span className={styles.group}>{entry.group}</span>
            </Ariakit.ComboboxItem>
          ))}
        </Ariakit.ComboboxList>
        {entries.length === 0 && (
          <p className={styles.none}>
            Nothing matches. The search includes screens, questions and commands, and the names of
            insights, dashboards, flags, cohorts and experiments.
          </p>
        )}
      </Ariakit.ComboboxProvider>
    </Ariakit.Dialog>
  );
}
