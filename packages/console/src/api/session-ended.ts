type Listener = () => void;

const listeners = new Set<Listener>();

/** Announces that the server no longer accepts the session. The shell then asks the user to sign in again. */
export const sessionEnded = {
  announce(): void {
    for (const listener of listeners) listener();
  },
  /** Adds a listener. Returns the function that removes it. */
  listen(listener: Listener): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
