import { actionOfElement } from '../../queries/actions/new-action';
import type { ChainElement } from '../../queries/activity/chain-element';
import { QueryLink } from '../../session/query-link';
import styles from './activity.module.css';

/** The elements of a click, from the outermost element to the clicked one. */
export function ElementsTree(props: {
  /** The name of the event. */
  readonly event: string;
  readonly elements: readonly ChainElement[];
}) {
  const { event, elements } = props;
  const outermostFirst = elements.toReversed();
  return (
    <ol className={styles.elements}>
      {outermostFirst.map((element, depth) => (
        <li
          key={depth}
          style={{ paddingLeft: Math.min(depth, 12) * 14 }}
          aria-current={depth === outermostFirst.length - 1 || undefined}
        >
          <Tag element={element} />
          <QueryLink
            path="data-management/actions/new"
            query={actionOfElement({ event }, elements, elements.length - 1 - depth)}
            className={styles.make}
          >
            Create an action
          </QueryLink>
        </li>
      ))}
    </ol>
  );
}

function Tag({ element }: { readonly element: ChainElement }) {
  const { tag_name: name, attr_id: id, attr_class: classes, href, text } = element;
  const attributes = [
    ['id', id],
    ['class', classes?.join(' ') ?? null],
    ['href', href],
    ...Object.entries(element.attributes)
      .filter(([key]) => key.startsWith('attr__') && !SHOWN.has(key))
      .map(([key, value]) => [key.slice('attr__'.length), value] as const),
  ] as const;
  return (
    <code>
      <span className={styles.tag}>&lt;{name}</span>
      {attributes.map(([key, value]) =>
        value === null || value === '' ? null : (
          <span key={key}>
            {' '}
            <span className={styles.attribute}>{key}</span>=&quot;{value}&quot;
          </span>
        ),
      )}
      <span className={styles.tag}>&gt;</span>
      {text !== null && text !== '' && <strong> {text}</strong>}
    </code>
  );
}

const SHOWN: ReadonlySet<string> = new Set(['attr__id', 'attr__class', 'attr__href']);
