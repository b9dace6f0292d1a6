import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../../api/api-error';
import { isMissingFile, MissingFileError } from '../../api/reload';
import { Button } from '../button/button';
import { Icon } from '../icon/icon';
import type { IconName } from '../icon/icon-names';
import { usePageTitle } from '../page-title/use-page-title';
import styles from './states.module.css';

/** A message shown instead of empty content, with the reason and the next step. */
export function EmptyState(props: {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Whether it is shown instead of a whole screen. Its title is then also the title of the browser tab. */
  readonly isPage?: boolean;
}) {
  const { icon = 'info', title, children, action, isPage = false } = props;
  usePageTitle(isPage ? title : null);
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      <Icon name={icon} size={24} />
      <Heading>{title}</Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}

/** The error of a failed request, shown instead of its result. */
export function ErrorState(props: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly queryId?: string | null;
  /** Another next step than to retry. */
  readonly action?: ReactNode;
  /** Whether it is shown instead of a whole screen. Its title is then also the title of the browser tab. */
  readonly isPage?: boolean;
}) {
  const { onRetry, queryId = null, action, isPage = false } = props;
  const error = isMissingFile(props.error) ? new MissingFileError() : props.error;
  const isRejected = error instanceof ApiError && error.status === 403;
  const isMissing = error instanceof ApiError && error.isMissingResource;
  let title = 'This could not be loaded';
  if (isRejected) title = 'Your role does not allow this';
  else if (isMissing) title = 'Not found';
  usePageTitle(isPage ? title : null);
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.state} role="alert">
      <Icon name={isRejected ? 'key-round' : 'circle-alert'} size={24} />
      <Heading>{title}</Heading>
      <p className={styles.text}>
        {isMissing
          ? 'It was deleted, or the URL is wrong, or it belongs to another project.'
          : messageOf(error)}
      </p>
      {queryId !== null && <p className={styles.small}>Query {queryId}</p>}
      {onRetry !== undefined && !isRejected && !isMissing && (
        <Button icon="refresh-cw" onClick={onRetry}>
          Retry
        </Button>
      )}
      {action}
    </div>
  );
}

/** A placeholder for content that is being loaded. */
export function Loading({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <div className={styles.loading} role="status" data-loading>
      <span className={styles.bar} aria-hidden="true" />
      <span>{label}…</span>
    </div>
  );
}

/** A message beside a control or above a list. */
export function Notice(props: {
  readonly kind: 'info' | 'warning' | 'danger' | 'success';
  readonly children: ReactNode;
}) {
  const icons = {
    info: 'info',
    warning: 'triangle-alert',
    danger: 'circle-alert',
    success: 'circle-check',
  } as const;
  return (
    <div
      className={`${styles.notice} ${styles[props.kind]}`}
      role={props.kind === 'danger' ? 'alert' : 'status'}
    >
      <Icon name={icons[props.kind]} />
      <div>{props.children}</div>
    </div>
  );
}

/** The error of a failed request beside a control or above a list, with a way to retry; nothing without an error. */
export function FailedNotice({
  query,
}: {
  readonly query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
}) {
  const { error, isFetching, refetch } = query;
  if (error === null) return null;
  const isRejected = error instanceof ApiError && error.status === 403;
  return (
    <Notice kind="danger">
      {messageOf(error)}{' '}
      {!isRejected && (
        <Button kind="quiet" icon="refresh-cw" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      )}
    </Notice>
  );
}
