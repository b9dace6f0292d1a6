import type { ReactNode } from 'react';
import { Component } from 'react';
import { isMissingFile, reloadIfReachable } from '../../api/reload';
import { ErrorState } from './states';

interface Props {
  readonly children: ReactNode;
  /** Whether the children are a whole screen. */
  readonly isPage?: boolean;
}

interface State {
  readonly error: unknown;
}

/** Shows an error of its children instead of them, so that the rest of the page stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const { error } = this.state;
    const retry = (): void => {
      // React does not load a lazy part again.
      if (isMissingFile(error)) void reloadIfReachable();
      else this.setState({ error: null });
    };
    return <ErrorState isPage={this.props.isPage} error={error} onRetry={retry} />;
  }
}
