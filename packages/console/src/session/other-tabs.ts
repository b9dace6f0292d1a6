/** Tabs share the session. A tab that has signed in tells the others, which then continue. */
const channel = new BroadcastChannel('tidemark.signed-in');

export function announceSignIn(): void {
  channel.postMessage(null);
}

/** Calls the listener when another tab has signed in. Returns the function that removes it. */
export function onSignInElsewhere(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
