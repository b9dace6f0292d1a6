/** Sends a signal; false if the process no longer exists. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    // EPERM: the process exists but belongs to another user, so it cannot be signalled.
    if ((error as NodeJS.ErrnoException).code === 'EPERM') return true;
    throw error;
  }
}

/** Kills all processes of the group whose leader is or was `leader`. */
export function killGroup(leader: number): void {
  if (leader > 1) signalProcess(-leader, 'SIGKILL');
}
