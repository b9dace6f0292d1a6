type Listener = () => void;

export interface Announcement {
  announce(): void;
  /** Adds a listener. Returns the function that removes it. */
  listen(listener: Listener): () => void;
}

/** Creates a fact that one part of the page announces and other parts listen to. */
export function createAnnouncement(): Announcement {
  const listeners = new Set<Listener>();
  return {
    announce: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
