import type { ReactNode } from 'react';
import { Component } from 'react';
import { ErrorState } from './states';

interface State {
  readonly error: unknown;
}

/** Shows an error of its children instead of them, so that the rest of the page stays usable. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ErrorState error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
