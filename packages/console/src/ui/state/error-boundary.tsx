import type { ReactNode } from 'react';
import { Component } from 'react';
import { serverReturned } from '../../api/availability';
import { isMissingFile, mayComeFromOutage, reloadIfReachable } from '../../api/reload';
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

  override componentDidMount(): void {
    this.stopListening = serverReturned.listen(() => {
      if (mayComeFromOutage(this.state.error)) this.retry(false);
    });
  }

  override componentWillUnmount(): void {
    this.stopListening();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorState isPage={this.props.isPage} error={error} onRetry={() => this.retry(true)} />;
  }

  private stopListening = (): void => undefined;

  private readonly retry = (isAsked: boolean): void => {
    // React does not load a lazy part again.
    if (isMissingFile(this.state.error)) void reloadIfReachable(isAsked);
    else this.setState({ error: null });
  };
}
